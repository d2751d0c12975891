import { label } from "../diagnostics/foreign-text";
import { groupBy } from "../model/group-by";
import type { PlanReport } from "./plan-report";
import { nameLines } from "./names";
import type { Section } from "./outline";
import { type Layout, own, row } from "./row";
import { repositories } from "./words";

/** Repositories that move between configurations that mean the same: they are in no effect. */
export function unfeltMoveSections({ moves }: PlanReport, layout: Layout): readonly Section[] {
  const unfelt = moves.filter((each) => each.class === "unaffected");
  if (unfelt.length === 0) return [];
  const groups = [...groupBy(unfelt, ({ fromName, toName }) => JSON.stringify([fromName, toName])).values()];
  return [
    {
      class: "neutral",
      title: `UNAFFECTED ${repositories(unfelt.length)} that ${unfelt.length === 1 ? "moves" : "move"}`,
      noun: "group",
      paragraphs: groups.map((group) => {
        const [first] = group;
        const [from, to] = [first?.fromName ?? "", first?.toName ?? ""];
        const head = row(
          layout,
        )`  > ${from === "" ? "none" : label(from)} -> ${label(to)}   ${own(repositories(group.length))}`;
        const details = nameLines(group, layout).map((line) => ({ rank: 46, lines: [line] }));
        return { rank: 45, head, details, repositories: group.length };
      }),
    },
  ];
}
