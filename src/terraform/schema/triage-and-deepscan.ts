import { triageCategories } from "../../model/findings";
import { deepscanFields } from "../../model/scans";
import { attributesOf } from "./fields";
import { attribute, bool, computed, optional, required, type Schema, schema, text } from "./schema";
import { timeouts } from "./timeouts";

export const findingTriageSchema: Schema = schema(
  "What was decided about a finding, with the reason for it, and for how long it holds.",
  {
    finding_id: attribute(text, required, "The finding's id. Another id is another triage."),
    category: attribute(text, required, `What was decided. One of ${triageCategories.join(", ")}.`),
    justification: attribute(
      text,
      required,
      "Why it was decided. The service has no place for it: it is kept in the code and the state.",
    ),
    expires: attribute(
      text,
      optional,
      "Until when it holds: a date, whose whole day in UTC belongs to it, or an RFC 3339 date-time. The first apply after that removes it from the service.",
    ),
    active: attribute(bool, computed, "Whether it holds: it has been set, and has not expired."),
    timeouts: timeouts("create", "update", "delete"),
  },
);

export const deepscanSchema: Schema = schema(
  "A deepscan, which is asked for when it is created, and asked for anew when its triggers change. Destroying it undoes nothing.",
  {
    ...attributesOf(deepscanFields, computed),
    repository_id: attribute(text, required, "The repository to scan. Another one is another deepscan."),
    triggers: attribute(
      { type: ["map", "string"] },
      optional,
      "Any values: when one of them changes, another deepscan is asked for.",
    ),
    timeouts: timeouts("create"),
  },
);
