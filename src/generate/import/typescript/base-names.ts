import { camelCase, wordsOf } from "../../typescript/names";
import type { Base } from "../settings/bases";
import { isEntry, unitPath, type Units, type UnitValue } from "../settings/units";

/** A base is called after so many words at most in which its members differ. */
const mostWords = 4;

/**
 * Names for a base, the best first: what the names of all its members have in common; where there is nothing, the two
 * words that they begin with, or end in; else what it says. Never the name of one member.
 *
 * @param members their names. @param isOfAll there is no other configuration. @param says what the base says, in words
 */
export function baseNames(
  members: readonly string[],
  { isOfAll, says }: { readonly isOfAll: boolean; readonly says: readonly (readonly string[])[] },
): readonly [string, ...string[]] {
  const all = members.map((name) => [...new Set(wordsOf(name))]);
  const [first = []] = all;
  const common = first.filter((word) => all.every((words) => words.includes(word)));
  const others = all.map((words) => words.filter((word) => !common.includes(word)));
  const few = [0, -1]
    .map((at) => [...new Set(others.map((words) => words.at(at) ?? ""))].sort())
    .filter((words) => words.length <= mostWords && !words.includes(""))
    .sort((left, right) => left.length - right.length);
  const pair = few.filter((words) => words.length === 2).map(([left = "", right = ""]) => [left, "and", right]);
  const [best, ...more] = [
    ...(common.length > 0 ? [common, ...few.map((words) => [...common, ...words])] : []),
    ...(common.length === 0 && isOfAll ? [["common"]] : []),
    ...(common.length === 0 ? pair : []),
    ...says,
  ];
  return [nameOf(best ?? ["common"]), ...more.map(nameOf)];
}

const nameOf = (words: readonly string[]): string =>
  camelCase(/^base(?:line)?$/.test(words.at(-1) ?? "") ? words : [...words, "baseline"]);

/**
 * What a base says, in words, the shortest first: what most of its analyzers do, then also with those of which the fewest
 * other bases say the same.
 */
export function saidByBase(units: Units, bases: readonly Base[]): readonly (readonly string[])[] {
  const analyzers = [...units].flatMap(([key, value]) => {
    const [setting, slug] = unitPath(key);
    return setting === "analyzers" && slug !== undefined ? [{ key, slug, mode: modeOf(value) }] : [];
  });
  const counts = new Map<string, number>();
  for (const { mode } of analyzers) counts.set(mode, (counts.get(mode) ?? 0) + 1);
  const [[mode] = ["shared"]] = [...counts].sort(([, few], [, many]) => many - few);
  const alike = (key: string): number => bases.filter((base) => modeOf(base.units.get(key)) === mode).length;
  const rarest = analyzers
    .filter((each) => each.mode === mode)
    .map(({ key, slug }) => ({ words: wordsOf(slug), count: alike(key) }))
    .filter(({ words }) => words.length > 0)
    .sort((left, right) => left.count - right.count)
    .map(({ words }) => words);
  return [[mode], ...[1, 2, 3].map((many) => [mode, ...rarest.slice(0, many).flat()])];
}

function modeOf(value: UnitValue): string {
  if (!isEntry(value)) return "";
  if (value["enabled"] === false) return "off";
  if (value["silent"] === true) return "silent";
  return value["blocking"] === true ? "blocking" : "advisory";
}
