import { groupBy } from "../../../model/group-by";
import { Names } from "../../typescript/names";
import { wordsOf } from "../../typescript/words";
import type { ImportedConfiguration } from "../import-account";

/** Configurations that share a file. */
export interface Team {
  /** The first word of their names; absent for those that have no team. */
  readonly word?: string;
  /** The name of the file, without an extension. */
  readonly file: string;
  /** Indices into the configurations. */
  readonly members: readonly number[];
}

/** A team of fewer is in the file of the others. */
const fewest = 3;

/** Configurations by the first word of their names, in the order of the words; those of small teams come last. */
export function teamsOf(configurations: readonly ImportedConfiguration[]): readonly Team[] {
  const groups = groupBy(configurations.keys(), (at) => wordsOf(configurations[at]?.name ?? "")[0] ?? "");
  const files = new Names(["shared", "others"]);
  const teams = [...groups]
    .filter(([word, members]) => word !== "" && members.length >= fewest)
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([word, members]): Team => ({ word, file: files.take(word, `${word}-team`), members }));
  const own = new Set(teams.flatMap(({ members }) => members));
  const others = [...configurations.keys()].filter((at) => !own.has(at));
  return others.length === 0 ? teams : [...teams, { file: "others", members: others }];
}
