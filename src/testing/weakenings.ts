import { quoted } from "../diagnostics/foreign-text";
import { fail } from "../diagnostics/error";
import { locationAt } from "../diagnostics/locations";
import { compareSettings } from "../model/compare-settings";
import type { DesiredConfiguration } from "../model/desired";
import { settingSubject } from "../model/leaf-verdict";
import type { Settings } from "../model/settings";
import { type Assignment, assignmentsOf, isSame, type Undecided } from "./assignment";
import { type DeclaredAccount, type Given, titleOf } from "./declared-account";
import { named, repositoriesOfEachKind } from "./repository-kinds";

/**
 * What gets weaker from one declaration of an account to another, by the verdict of DESIGN, *Security-aware review*, as
 * far as it can be told without the account:
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
