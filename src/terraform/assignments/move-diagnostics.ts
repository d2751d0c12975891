import { type Diagnostic, warning } from "../../diagnostics/diagnostic";
import { groupBy } from "../../model/group-by";
import type { Move } from "../../reconcile/plan/change";

/** Terraform plans again when it applies, and does not let a plan become another: the words for it are its own. */
const outdated =
  "Where a repository comes or goes before this plan is applied, Terraform calls it inconsistent, and nothing is moved: plan again.";

/** The number of repositories of a group that are named. */
const most = 20;

/** One warning that lists the moves in groups, those to a weaker configuration first. */
export function moveDiagnostics(moves: readonly Move[]): readonly Diagnostic[] {
  if (moves.length === 0) return [];
  const alike = groupBy(moves, ({ fromName, toName, rule, class: kind, note = "" }) => {
    const weaker = kind === "weakens" ? `, ${note === "" ? "which is weaker" : note}` : "";
    return `${fromName ?? "none"} -> ${toName} (${rule})${weaker}`;
  });
  const weaker = moves.filter((each) => each.class === "weakens").length;
  const lines = [...alike]
    .sort(([, [left]], [, [right]]) => Number(right?.class === "weakens") - Number(left?.class === "weakens"))
    .map(([what, group]) => `${what}: ${names(group)}`);
  const count = `${String(moves.length)} ${moves.length === 1 ? "repository moves" : "repositories move"}`;
  const summary = weaker === 0 ? count : `${count}, ${String(weaker)} to a weaker configuration`;
  return [{ ...warning("repositories-move", [...lines, outdated].join("\n"), { attribute: ["rules"] }), summary }];
}

function names(group: readonly Move[]): string {
  const shown = group.slice(0, most).map(({ repository }) => repository.name ?? repository.id);
  const more = group.length - shown.length;
  return `${shown.join(", ")}${more > 0 ? ` and ${String(more)} more` : ""}`;
}
