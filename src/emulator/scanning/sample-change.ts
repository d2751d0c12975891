import { severities } from "../../model/findings";
import type { Candidate } from "../scan-records/candidate";
import type { AccountStore } from "../state/account-store";

const maxOfEachKind = 12;
const cycle = [...severities, "info"];

/** The default candidates of a change: one for each analyzer and policy. */
export function sampleChange({ analyzers, policies }: AccountStore): readonly Candidate[] {
  const place = (at: number) => ({
    severity: cycle[at % cycle.length] ?? "low",
    filename: at % 3 === 2 ? `test/change-${String(at + 1)}.ts` : `src/change-${String(at + 1)}.ts`,
    line_start: 10 * (at + 1),
    line_end: 10 * (at + 1) + 2,
  });
  return [
    ...analyzers.slice(0, maxOfEachKind).map(({ slug, name, display_name: title }, at) => ({
      analyzer: slug,
      type: title ?? name,
      description: `${title ?? name} in the changed lines.`,
      label: slug,
      ...place(at),
    })),
    ...policies.slice(0, maxOfEachKind).map(({ id, title, question }, at) => ({
      policy: id,
      type: title,
      description: question,
      ...place(at),
    })),
  ];
}
