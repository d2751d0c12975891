import { fail } from "../diagnostics/error";
import { label } from "../diagnostics/foreign-text";
import type { DesiredRule } from "../model/desired";
import { type LikePattern, parseLike } from "../model/sql-like";
import type { DeclaredAccount } from "./snapshot";

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

/** How many kinds of names are distinguished before the search is given up. */
const mostStates = 20_000;

/** For each pattern that may still match: how many of its tokens have matched, in every possible way. */
type State = ReadonlyMap<number, ReadonlySet<number>>;

/**
 * Finds a shortest name for every set of patterns that one name can match together, so that rules may be compared
 * without the repositories: all names that match the same patterns are treated alike.
 *
 * All patterns are matched at once, by every text in the order of its length. Characters that no pattern has are one
 * kind. Undefined when the patterns overlap in too many ways.
 *
 * @param patterns SQL LIKE
 */
export function namesOfEachKind(patterns: readonly string[]): readonly string[] | undefined {
  const parsed = patterns.map(parseLike);
  const other = characterInNone(parsed);
  const names = new Map<string, string>();
  let open: { readonly name: string; readonly state: State }[] = [
    { name: "", state: new Map(parsed.map((_, at) => [at, new Set([0])])) },
  ];
  const seen = new Set<string>();
  while (open.length > 0) {
    const next: typeof open = [];
    for (const { name, state } of open) {
      const kind = matching(state, parsed).join();
      if (name !== "" && !names.has(kind)) names.set(kind, name);
      for (const character of [other, ...charactersAfter(state, parsed)]) {
        const after = advanced(state, parsed, character);
        const key = keyOf(after);
        // the empty state matches nothing, whatever follows
        if (seen.has(key)) continue;
        seen.add(key);
        next.push({ name: name + character, state: after });
      }
    }
    if (seen.size > mostStates) return undefined;
    open = next;
  }
  return [...names.values()];
}

function advanced(state: State, patterns: readonly LikePattern[], character: string): State {
  const after = new Map<number, ReadonlySet<number>>();
  for (const [at, positions] of state) {
    const { tokens, endsInAny } = patterns[at] ?? { tokens: [], endsInAny: false };
    const reached = new Set<number>();
    for (const position of positions) {
      const token = tokens[position];
      if (token === undefined ? endsInAny : token.afterAny) reached.add(position);
      if (token !== undefined && (token.character === null || token.character === character)) reached.add(position + 1);
    }
    if (reached.size > 0) after.set(at, reached);
  }
  return after;
}

const matching = (state: State, patterns: readonly LikePattern[]): readonly number[] =>
  [...state].flatMap(([at, positions]) => (positions.has(patterns[at]?.tokens.length ?? 0) ? [at] : []));

const charactersAfter = (state: State, patterns: readonly LikePattern[]): ReadonlySet<string> =>
  new Set(
    [...state].flatMap(([at, positions]) =>
      [...positions].flatMap((position) => patterns[at]?.tokens[position]?.character ?? []),
    ),
  );

const keyOf = (state: State): string =>
  [...state].map(([at, positions]) => `${String(at)}:${[...positions].sort((a, b) => a - b).join()}`).join(" ");

function characterInNone(patterns: readonly LikePattern[]): string {
  const used = new Set(patterns.flatMap(({ tokens }) => tokens.map(({ character }) => character)));
  let code = "a".charCodeAt(0);
  while (used.has(String.fromCodePoint(code))) code += 1;
  return String.fromCodePoint(code);
}
