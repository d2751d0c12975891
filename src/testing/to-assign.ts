import { quoted } from "../diagnostics/foreign-text";
import { fail } from "../diagnostics/error";
import { listed } from "../model/suggest";
import { sameId } from "../model/uuid";
import { checkId, checkKeys, checkRepository, checkText } from "./arguments";
import { assignmentOf, type RepositoryChoice } from "./assignment";
import type { DeclaredAccount, Given } from "./declared-account";
import type { Judged } from "./matcher";
import { accountIn, type AccountOption, snapshot } from "./snapshot";

/** A configuration by its name, by the id of one that is not declared, or null: the repository is left as it is. */
export type ConfigurationChoice = string | { readonly id: string } | null;

export function toAssign(
  declared: unknown,
  repository: RepositoryChoice,
  configuration: ConfigurationChoice,
  options: AccountOption = {},
): Judged {
  checkRepository(repository);
  checkChoice(configuration);
  checkKeys(options, "options", ["account"]);
  const from = accountIn(snapshot(declared), options);
  const assignment = assignmentOf(from, repository);
  if ("undecided" in assignment) return assignment;
  const { given, sentence } = assignment;
  if (isChosen(given, configuration)) return { holds: true, is: sentence };
  if (typeof configuration === "string") checkKnown(configuration, from);
  return { holds: false, is: `${sentence}, and ${wanted(configuration)}` };
}

function checkChoice(choice: unknown): void {
  if (choice === null) return;
  if (typeof choice !== "object")
    checkText(choice, "configuration", "the name of a configuration, { id }, or null where the repository is left");
  else {
    checkKeys(choice, "configuration", ["id"]);
    checkId(Reflect.get(choice, "id"), "configuration.id");
  }
}

function isChosen(given: Given, choice: ConfigurationChoice): boolean {
  if (given === null || choice === null) return given === choice;
  if (typeof choice === "string")
    return "declared" in given ? given.declared.name === choice : "name" in given && given.name === choice;
  const id = "declared" in given ? given.declared.id : "id" in given ? given.id : undefined;
  return id !== undefined && sameId(id, choice.id);
}

const wanted = (configuration: ConfigurationChoice): string => {
  if (configuration === null) return "is expected to be left as it is";
  return `is expected to get ${typeof configuration === "string" ? quoted(configuration) : configuration.id}`;
};

/** A misspelt name is told from a rule that gives something else. */
function checkKnown(name: string, { configurations, lookups }: DeclaredAccount): void {
  const sought = [...lookups.values()].flatMap((each) => ("key" in each ? [each.key] : []));
  const known = [...configurations.map((each) => each.name), ...sought];
  if (!known.includes(name))
    fail("argument-invalid", `No configuration ${quoted(name)} is declared or looked up; there are ${listed(known)}.`);
}
