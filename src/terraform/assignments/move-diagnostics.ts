import { type Diagnostic, warning } from "../../diagnostics/diagnostic";
import type { Repository } from "../../model/entities";
import { classOf, countEffects, type RepositoryEffect } from "../verdict/repository-effect";
import { effectLines } from "../verdict/effect-lines";
import { countOf } from "../verdict/summary";
import { unknownChange } from "../verdict/unknown-leaves";
import { verdictWarning } from "../verdict/verdict-warning";

/** Terraform plans again when it applies, and does not let a plan become another: the words for it are its own. */
const outdated =
  "Where a repository comes or goes before this plan is applied, Terraform calls it inconsistent, and nothing is moved: plan again.";

/** Repositories for which it is not known what happens to them, since a rule is not known. */
export interface Undecided {
  /** The first rule that is not known, counted from 0; undefined when no rule is. */
  readonly rule: number | undefined;
  readonly repositories: readonly Repository[];
}

/**
 * One warning that lists the moves in groups, the worst first. Its summary says how many repositories weaken or are
 * unclassified, and names one of them: Terraform tells the provider no name of the resource, and no two resources
 * assign one repository.
 */
export function moveDiagnostics(moves: readonly RepositoryEffect[], undecided?: Undecided): readonly Diagnostic[] {
  const groups = undecided === undefined ? moves : [...moves, asEffect(undecided)];
  const more = undecided === undefined ? [outdated] : [];
  const attribute = ["rules"];
  const warned = verdictWarning({ subject: "Routing", such: suchAs(groups), groups, more, attribute });
  const { all } = countEffects(groups);
  if (warned.length > 0 || all === 0) return warned;
  const summary = `${countOf(all)} ${all === 1 ? "moves" : "move"}`;
  return [{ ...warning("repositories-move", [...effectLines(groups), ...more].join("\n"), { attribute }), summary }];
}

const asEffect = ({ rule, repositories }: Undecided): RepositoryEffect => ({
  what:
    rule === undefined
      ? "for which the rules are known only after apply"
      : `which rule ${String(rule + 1)} may select, whose selectors are known only after apply`,
  changes: [unknownChange("configuration")],
  repositories,
});

/** The first repository that weakens, or else that is unclassified. */
function suchAs(groups: readonly RepositoryEffect[]): string {
  const effects = (["weakens", "unclassified"] as const).flatMap((kind) =>
    groups.filter((each) => classOf(each) === kind).flatMap(({ repositories }) => repositories),
  );
  const [first] = effects;
  if (first === undefined) return "";
  return `${effects.length === 1 ? ":" : ", such as"} ${JSON.stringify(first.name ?? first.id)}`;
}
