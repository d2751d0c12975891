import { type Decoder, Invalid, invalid, text } from "../model/decoder";
import type { DesiredTriage } from "../model/desired";
import type { TriageCategory } from "../model/findings";
import { address } from "../model/ids";
import { judgeTriage, type TriageAttribute } from "../model/judge-triage";
import { object, optional, required } from "../model/object-decoder";

/** What was decided about one finding, as in the Terraform resource `scanform_finding_triage`: specification, *Triage*. */
export interface TriageInput {
  /** The finding's UUID. */
  readonly findingId: string;
  readonly category: TriageCategory;
  /** Why. The service has no place for it: it is shown in the plan. */
  readonly justification: string;
  /** A date, whose whole day in UTC belongs to it, or an RFC 3339 date-time. The first apply after that removes the triage. */
  readonly expires?: string;
}

const judged =
  (attribute: TriageAttribute): Decoder<string> =>
  (value) => {
    const given = text(value);
    const problem = given instanceof Invalid ? undefined : judgeTriage(attribute, given);
    return problem === undefined ? given : invalid(problem.detail);
  };

export const triageDecoder = object(
  {
    findingId: required(judged("finding_id")),
    category: required(judged("category")),
    justification: required(judged("justification")),
    expires: optional(judged("expires")),
  },
  { unknownKeys: "rejected", null: "rejected" },
) as Decoder<TriageInput>;

export const triageOf = ({ findingId, ...rest }: TriageInput): DesiredTriage => ({
  ...rest,
  address: address(`triages[${JSON.stringify(findingId)}]`),
  findingId,
});
