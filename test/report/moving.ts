import type { Plan } from "../../src/reconcile/plan/plan";
import { declared, live, planOf, repositories, routing, to } from "./plans";

/** `prefix-0000`, `prefix-0001` and so on. */
export const many = (count: number, prefix: string): readonly string[] =>
  Array.from({ length: count }, (_, at) => `${prefix}-${String(at).padStart(4, "0")}`);

/** Repositories of so many configurations move to one; those of the last feel most. */
export const moving = (groups: number, each: number, blocking: boolean): Plan =>
  planOf(
    {
      configurations: [
        declared("goal", "goal", { analyzers: { secrets: { enabled: true, blocking }, xss: { enabled: false } } }),
      ],
      assignments: routing({ target: to("goal"), repositoryPattern: "team-%" }),
    },
    {
      configurations: many(groups, "live").map((name, at) =>
        live(at + 1, name, { analyzers: { secrets: { enabled: true, blocking: !blocking }, xss: { enabled: true } } }),
      ),
      repositories: many(groups, "team").flatMap((team, at) =>
        repositories(many(at === groups - 1 ? 2 * each : each, team), at + 1, at * 1000),
      ),
    },
  );
