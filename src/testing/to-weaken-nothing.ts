import { codePathOf } from "../model/leaves";
import { fail, ScanformError } from "../diagnostics/error";
import { quoted } from "../diagnostics/foreign-text";
import { locationAt } from "../diagnostics/locations";
import { compareSettings, type LeafChange } from "../model/compare-settings";
import type { DesiredConfiguration, RuleTarget } from "../model/desired";
import { wordsOf } from "../model/leaf-sentence";
import { compareRules } from "../reconcile/base/compare-rules";
import { problemsOf } from "../reconcile/base/compare-with-base";
import { type RuleList, ruleList } from "../reconcile/base/rule-list";
import { isFutureWeakening } from "../reconcile/plan/base-comparison";
import type { Destination } from "../reconcile/plan/moves";
import { type Assignment, assignmentOf } from "./assignment";
import type { Judgement } from "./matcher";
import { type DeclaredAccount, givenBy, Snapshot, snapshot, titleOf } from "./snapshot";

export function toWeakenNothingComparedTo(declared: unknown, before: Snapshot): Judgement {
  if (!((before as unknown) instanceof Snapshot))
    fail("argument-invalid", "It can only be compared to a snapshot. Pass snapshot(stack).");
  const found = pairs(before, snapshot(declared)).flatMap(([was, is]) => weakenings(was, is));
  if (found.length === 0) return { holds: true, is: "nothing is weaker than in the snapshot" };
  return { holds: false, is: ["weaker than in the snapshot:", ...found.map((each) => `  ${each}`)].join("\n") };
}

/** The accounts of both, by their labels; one account on each side is the same, whatever its labels. */
function pairs(before: Snapshot, after: Snapshot): readonly (readonly [DeclaredAccount, DeclaredAccount])[] {
  const [only] = after.accounts;
  if (only !== undefined && before.accounts.length === 1 && after.accounts.length === 1)
    return before.accounts.map((was) => [was, only]);
  return before.accounts.map((was) => {
    const same = after.accounts.find(({ labels }) => labels.join() === was.labels.join());
    return [was, same ?? { ...was, configurations: [], assignments: [] }];
  });
}

/**
 * What gets weaker from one declaration of an account to another, by the verdict of decision 13, as far as that is known
 * without the account:
 *
 * | what                                                          | is compared with                                      |
 * |---------------------------------------------------------------|-------------------------------------------------------|
 * | a configuration                                               | the one of its id or name, or that is renamed from it |
 * | one that is gone, and that no rule assigned                   | nothing set                                           |
 * | what the rules give to repositories of each name, and each id | what they give now, as `--base` does                 |
 * | such that no rule assigns now, or not to what is declared     | nothing set                                           |
 *
 * @returns a sentence for each leaf of a configuration, and for each pair of rules
 * @throws ScanformError when two rule sets claim a name, or the rules overlap in too many ways
 */
export function weakenings(before: DeclaredAccount, after: DeclaredAccount): readonly string[] {
  return [...ofConfigurations(before, after), ...ofRules(before, after)];
}

function ofConfigurations(before: DeclaredAccount, after: DeclaredAccount): readonly string[] {
  const assigned = new Set(
    before.assignments.flatMap(({ rules }) => rules.map(({ target }) => JSON.stringify(target))),
  );
  return before.configurations.flatMap((was) => {
    const is = successor(was, after);
    if (is === undefined && assigned.has(JSON.stringify({ configuration: { address: was.address } }))) return [];
    const at = is && locationAt(after.locations, is.address);
    const called = `${quoted(was.name)}${is === undefined ? ", which is not declared any more" : ""}`;
    return compareSettings(was.settings, is?.settings ?? {})
      .filter(({ verdict }) => verdict === "weaker")
      .map((leaf) => `${called}: ${leafText(leaf)}${at === undefined ? "" : `, at ${at}`}`);
  });
}

const successor = (was: DesiredConfiguration, { configurations }: DeclaredAccount): DesiredConfiguration | undefined =>
  configurations.find(({ id }) => id !== undefined && id === was.id) ??
  configurations.find(({ name }) => name === was.name) ??
  configurations.find(({ renamedFrom = [] }) => renamedFrom.includes(was.name));

/** `secrets no longer blocks pull requests (analyzers["secrets"].blocking)` */
const leafText = (leaf: LeafChange): string => `${wordsOf(leaf, new Map())} (${codePathOf(leaf.path)})`;

/** Repositories that a rule gives to another configuration than before: without an id that rules select, and with one. */
function ofRules(before: DeclaredAccount, after: DeclaredAccount): readonly string[] {
  const found = new Map<string, string>();
  for (const id of [undefined, ...idsOfEachKind(before, after)]) {
    const compared = compareRules(rulesOf(before, "declared", id), rulesOf(after, "any", id), new Set());
    const problems = problemsOf(compared);
    if (problems.length > 0) throw new ScanformError(problems);
    for (const { like, weaker } of compared.future.filter(isFutureWeakening)) {
      const repository = { name: like, id: id ?? selectedByNone };
      const [was, is] = [decided(before, repository), decided(after, repository)];
      if (isEdit(was, is, after)) continue; // said of the configuration
      const said = `${is.sentence}, and not ${becomes(was)}: ${weaker.map(leafText).join("; ")}`;
      found.set(JSON.stringify([was.rule, is.rule]), said);
    }
  }
  return [...found.values()];
}

/** An id for every set of rules that select the same ids. */
function idsOfEachKind(...accounts: readonly DeclaredAccount[]): readonly string[] {
  const rules = accounts.flatMap(({ assignments }) => assignments.flatMap((each) => each.rules));
  const selecting = new Map<string, number[]>();
  for (const [at, { repositoryIds = [] }] of rules.entries())
    for (const id of repositoryIds) selecting.set(id, [...(selecting.get(id) ?? []), at]);
  return [...new Map([...selecting].map(([id, at]) => [at.join(), id])).values()];
}

/** Stands for the id of a repository that is selected by its name alone. */
const selectedByNone = "selected by none";

/** @param to whether a configuration counts that is not declared: of what nobody declared, nothing can be lost */
function rulesOf(account: DeclaredAccount, to: "declared" | "any", id: string | undefined): RuleList {
  const destinationOf = (target: RuleTarget): Destination | undefined => {
    const given = givenBy(target, account);
    if (given === null || "leave" in target) return undefined;
    if (!("declared" in given) && to === "declared") return undefined;
    const settings = "declared" in given ? given.declared.settings : {};
    return { ref: target.configuration, name: titleOf(given), after: settings };
  };
  return ruleList(account.assignments, () => false, destinationOf, id);
}

/** What the rules decide about a repository whose name and id are known. */
function decided(account: DeclaredAccount, repository: { readonly name: string; readonly id: string }): Assignment {
  const assignment = assignmentOf(account, repository);
  return "given" in assignment ? assignment : fail("argument-invalid", assignment.undecided);
}

const isEdit = ({ given: was }: Assignment, { given: is }: Assignment, after: DeclaredAccount): boolean =>
  was !== null &&
  "declared" in was &&
  is !== null &&
  "declared" in is &&
  is.declared === successor(was.declared, after);

const becomes = ({ given, rule }: Assignment): string => `${given === null ? "nothing" : titleOf(given)} (${rule})`;
