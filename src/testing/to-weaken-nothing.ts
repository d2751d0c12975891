import { fail } from "../diagnostics/error";
import { quoted } from "../diagnostics/foreign-text";
import { locationAt } from "../diagnostics/locations";
import { compareSettings } from "../model/compare-settings";
import type { DesiredConfiguration } from "../model/desired";
import { settingSubject } from "../model/leaf-verdict";
import type { Settings } from "../model/settings";
import { checkKeys, checkText } from "./arguments";
import { type Assignment, assignmentsOf, isSame, type Undecided } from "./assignment";
import type { Judgement } from "./matcher";
import { named, repositoriesOfEachKind } from "./repository-kinds";
import { type DeclaredAccount, type Given, Snapshot, snapshot, titleOf } from "./snapshot";

/** Which repositories are compared. */
export interface ComparisonOptions {
  /** The names of the repositories to compare; by default a name of every kind that the rules tell apart. */
  readonly repositories?: readonly string[];
}

export function toWeakenNothingComparedTo(
  declared: unknown,
  before: Snapshot,
  options: ComparisonOptions = {},
): Judgement {
  checkKeys(options, "options", ["repositories"]);
  const { repositories } = options;
  if (repositories !== undefined) checkNames(repositories);
  if (!((before as unknown) instanceof Snapshot))
    fail("argument-invalid", "What it is compared to is no snapshot. Pass snapshot(stack).");
  const found = pairs(before, snapshot(declared)).flatMap(([was, is]) => weakenings(was, is, repositories));
  if (found.length === 0) return { holds: true, is: "nothing is weaker than in the snapshot" };
  return { holds: false, is: ["weaker than in the snapshot:", ...found.map((each) => `  ${each}`)].join("\n") };
}

/** Of no names, or of the letters of one, nothing would ever be weaker. */
function checkNames(names: unknown): void {
  if (!Array.isArray(names) || names.length === 0)
    fail("argument-invalid", "repositories is no list of names: give it some, or leave it out.");
  for (const [at, name] of (names as readonly unknown[]).entries()) checkText(name, `repositories[${String(at)}]`);
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
 * | what                                             | is compared with                                  |
 * |--------------------------------------------------|---------------------------------------------------|
 * | a configuration                                  | the one of its id or name, or that is renamed from it |
 * | one that is gone, and that no rule assigned      | nothing set                                       |
 * | the repositories of each kind of name and id that a rule assigned | what they get now                |
 * | such that no rule assigns any more, or not to what is declared    | nothing set                      |
 *
 * @param repositories the names to compare; default: a name of every kind that the rules tell apart
 * @returns a sentence for each leaf, and for each kind of repositories
 */
export function weakenings(
  before: DeclaredAccount,
  after: DeclaredAccount,
  repositories?: readonly string[],
): readonly string[] {
  return [...ofConfigurations(before, after), ...ofAssignments(before, after, repositories)];
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
    return weaker(was.settings, is?.settings ?? {}).map(
      (each) => `${called}: ${each}${at === undefined ? "" : `, at ${at}`}`,
    );
  });
}

const successor = (was: DesiredConfiguration, { configurations }: DeclaredAccount): DesiredConfiguration | undefined =>
  configurations.find(({ id }) => id !== undefined && id === was.id) ??
  configurations.find(({ name }) => name === was.name) ??
  configurations.find(({ renamedFrom = [] }) => renamedFrom.includes(was.name));

/** `secrets no longer blocks pull requests (analyzers["secrets"].blocking)` */
const weaker = (before: Settings, after: Settings): readonly string[] =>
  compareSettings(before, after)
    .filter(({ verdict }) => verdict === "weaker")
    .map(({ path, setting, key, words = "is weaker" }) => `${key ?? settingSubject(setting)} ${words} (${path})`);

function ofAssignments(
  before: DeclaredAccount,
  after: DeclaredAccount,
  repositories: readonly string[] | undefined,
): readonly string[] {
  const found = new Map<string, string>();
  for (const kind of repositories === undefined ? repositoriesOfEachKind(before, after) : [named(repositories)]) {
    const [all, now] = [assignmentsOf(before, kind), assignmentsOf(after, kind)];
    for (const choice of kind) {
      const [was, is] = [decided(all.get(choice)), decided(now.get(choice))];
      const key = JSON.stringify([was.rule, is.rule]);
      if (found.has(key)) continue;
      const leaves = lost(was.given, is.given, after);
      if (leaves.length > 0) found.set(key, `${is.sentence}, and not ${becomes(was)}: ${leaves.join("; ")}`);
    }
  }
  return [...found.values()];
}

const becomes = ({ given, rule }: Assignment): string => `${given === null ? "nothing" : titleOf(given)} (${rule})`;

function lost(was: Given, is: Given, after: DeclaredAccount): readonly string[] {
  if (was === null || !("declared" in was)) return []; // what it had is not declared
  const same = successor(was.declared, after);
  if (is === null || !("declared" in is)) return isSame(was, is) ? [] : weaker(was.declared.settings, {});
  return is.declared === same ? [] : weaker(was.declared.settings, is.declared.settings); // else compared already
}

/** Name and id are known of each. */
function decided(assignment: Assignment | Undecided | undefined): Assignment {
  if (assignment !== undefined && "given" in assignment) return assignment;
  return fail("argument-invalid", assignment?.undecided ?? "");
}
