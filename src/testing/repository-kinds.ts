import { fail } from "../diagnostics/error";
import { label } from "../diagnostics/foreign-text";
import type { DesiredRule } from "../model/desired";
import type { DeclaredAccount } from "./declared-account";
import { namesOfEachKind } from "./name-kinds";

/** A repository as the rules see it, and what it is called in a message. */
export interface KnownRepository {
  readonly name: string;
  readonly id: string;
  readonly called: string;
}

/** Repositories that are given by their names have ids that no rule selects. */
export const named = (names: readonly string[]): readonly KnownRepository[] =>
  names.map((name, at) => ({ name, id: `none ${String(at)}`, called: label(name) }));

/**
 * A repository of every kind that the rules tell apart: by its name, and by its name and id where they select ids. In
 * groups, in which ids differ.
 */
export function repositoriesOfEachKind(
  ...accounts: readonly DeclaredAccount[]
): readonly (readonly KnownRepository[])[] {
  const rules = accounts.flatMap(({ assignments }) => assignments.flatMap((each) => each.rules));
  const patterns = rules.flatMap(({ repositoryNames = [], repositoryPattern }) => [
    ...repositoryNames.map((name) => name.replace(/[\\%_]/g, "\\$&")),
    ...(repositoryPattern === undefined ? [] : [repositoryPattern]),
  ]);
  const names = namesOfEachKind([...new Set(patterns)]);
  const ids = idsOfEachKind(rules);
  if (names === undefined || names.length * ids.length > mostChoices)
    return fail(
      "argument-invalid",
      `The rules overlap in too many ways, such as ${label(patterns[0] ?? "")}. Give the names of the repositories to compare: { repositories }.`,
    );
  const calledBy = (id: string, name: string): string => (names.length > 1 ? `${id} named ${label(name)}` : id);
  return [named(names), ...names.map((name) => ids.map((id) => ({ name, id, called: calledBy(id, name) })))];
}

const mostChoices = 20_000;

/** An id for every set of rules that select the same ids. */
function idsOfEachKind(rules: readonly DesiredRule[]): readonly string[] {
  const selecting = new Map<string, number[]>();
  for (const [at, { repositoryIds = [] }] of rules.entries())
    for (const id of repositoryIds) selecting.set(id, [...(selecting.get(id) ?? []), at]);
  return [...new Map([...selecting].map(([id, at]) => [at.join(), id])).values()];
}
