import { addressLabel } from "../diagnostics/entry-address";
import { label } from "../diagnostics/foreign-text";
import { groupBy } from "../model/group-by";
import type { ConfigurationChange, Deletion } from "../reconcile/plan/change";
import type { PlanReport } from "./plan-report";
import { leafLines, settingLines } from "./leaves";
import type { Paragraph, Section } from "./outline";
import { type Layout, own, row } from "./row";
import { count, number, repositories } from "./words";

/** What goes away for good; what repositories lose by it is an effect too. */
export function deletionSections({ deletions }: PlanReport, layout: Layout): readonly Section[] {
  if (deletions.length === 0) return [];
  return [
    {
      class: "weakens", // it has no way back, whoever feels it
      title: `DELETES ${count(deletions.length, "configuration")}`,
      noun: "configuration",
      paragraphs: deletions.map((each) => deletion(each, layout)),
    },
  ];
}

function deletion({ address, live, remaining }: Deletion, layout: Layout): Paragraph {
  const many = remaining.length;
  const left = many === 0 ? "no repository has it" : `leaves ${repositories(many)} without a configuration`;
  const head = row(layout)`  - ${label(live.name ?? live.id)}   ${own(left)}   ${addressLabel(address)}`;
  return { rank: 0, head, details: [], repositories: many };
}

/** What becomes of the configurations themselves, and how many repositories have them afterwards. */
export function configurationSections(plan: PlanReport, layout: Layout): readonly Section[] {
  const changed = plan.configurations.filter(({ action }) => action !== "no-op");
  if (changed.length === 0) return [];
  const arriving = groupBy(plan.moves, ({ to }) => ("id" in to ? to.id : to.address));
  const felt = new Set(plan.effects.flatMap(({ from, to }) => (from?.id === to?.id ? [from?.id] : [])));
  const created = changed.filter(({ action }) => action === "create").length;
  const parts = [
    ...(created > 0 ? [`${number(created)} created`] : []),
    ...(created < changed.length ? [`${number(changed.length - created)} changed`] : []),
  ];
  return [
    {
      class: "neutral",
      title: `CONFIGURATIONS ${parts.join(", ")}`,
      noun: "configuration",
      paragraphs: changed.map((each) => {
        const { address, live, repositories: keeping, changes } = each;
        const gained = arriving.get(live === undefined ? address : live.id)?.length ?? 0;
        // what repositories feel of it is said there
        const leaves = (): readonly (readonly string[])[] => {
          if (live === undefined) return settingLines(changes, plan.policyTitles, layout).map((line) => [line]);
          if (felt.has(live.id)) return [];
          return leafLines(changes, plan.policyTitles, layout).map(({ lines }) => lines);
        };
        return {
          rank: 50,
          head: headOf(each, keeping + gained, gained, layout),
          details: leaves().map((lines) => ({ rank: 51, lines })),
          repositories: keeping + gained,
        };
      }),
    },
  ];
}

function headOf(
  { address, action, live, declared }: ConfigurationChange,
  having: number,
  gained: number,
  layout: Layout,
): string {
  const line = row(layout);
  const former = action === "adopt" ? line` (was ${label(live?.name ?? live?.id ?? "")})` : own("");
  const many = own(repositories(having) + (gained > 0 && gained < having ? `, ${number(gained)} of them new` : ""));
  return line`  ${own(action === "create" ? "+" : "~")} ${label(declared.name)}${former}   ${many}   ${addressLabel(address)}`;
}
