import { camelCase, wordsOf } from "../../typescript/words";

/** A base is called after so many words at most in which its members differ. */
const mostWords = 4;

/** The name of a base that all configurations extend. */
const baseOfAll = "commonBase";

/**
 * Names for a base, the best first: what the names of all its members have in common; with where they begin, or end, if
 * those are few; else the name of the member that is most like it.
 *
 * @param members their names, the most alike first. @param isOfAll there is no other configuration
 */
export function baseNames(members: readonly string[], isOfAll: boolean): readonly [string, ...string[]] {
  const all = members.map((name) => [...new Set(wordsOf(name))]);
  const [first = []] = all;
  const common = first.filter((word) => all.every((words) => words.includes(word)));
  if (isOfAll && common.length === 0) return [baseOfAll];
  const others = all.map((words) => words.filter((word) => !common.includes(word)));
  const few = [0, -1]
    .map((at) => [...new Set(others.flatMap((words) => words.at(at) ?? []))].sort())
    .filter((words) => words.length > 0 && words.length <= mostWords)
    .sort((left, right) => left.length - right.length);
  const wanted = [...(common.length > 0 ? [common] : []), ...few.map((words) => [...common, ...words])];
  const [best = first, ...more] = wanted;
  return [nameOf(best), ...more.map(nameOf), nameOf(first)];
}

const nameOf = (words: readonly string[]): string => camelCase([...words, "base"]);
