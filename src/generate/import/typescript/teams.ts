import { groupBy } from "../../../model/group-by";
import { Names } from "../../typescript/names";
import { wordsOf } from "../../typescript/words";
import type { ImportedConfiguration } from "../import-account";

/** Configurations that share a file. */
export interface Team {
  /** The first words of their names; none for those that have no team. */
  readonly words: readonly string[];
  /** Those of these words that have no file of their own. */
  readonly isRest: boolean;
  /** The name of the file, without an extension. */
  readonly file: string;
  /** Indices into the configurations. */
  readonly members: readonly number[];
}

/** A team of fewer is in the file of the others; one of more is taken apart by its next word. */
const [fewest, most] = [3, 60];

/** Names that are no files on Windows, whatever they end in. */
const devices = ["aux", "con", "nul", "prn", ...Array.from("123456789").flatMap((at) => [`com${at}`, `lpt${at}`])];

type Group = Omit<Team, "file">;

/**
 * Configurations by the first word of their names, or by more words where all begin alike or a team is big, in the
 * order of the words; those of small teams come last.
 */
export function teamsOf(configurations: readonly ImportedConfiguration[]): readonly Team[] {
  const words = configurations.map(({ name }) => wordsOf(name));
  const files = new Names(["shared", "others", ...devices]);
  const groups = apart({ words: [], isRest: true, members: [...words.keys()] }, words);
  const teams = groups
    .filter((each) => each.words.length > 0)
    .sort(({ words: left }, { words: right }) => (left.join(" ") < right.join(" ") ? -1 : 1))
    .map((each): Team => ({ ...each, file: files.take(each.words.join("-"), `${each.words.join("-")}-team`) }));
  const others = groups.find((each) => each.words.length === 0);
  return others === undefined ? teams : [...teams, { ...others, file: "others" }];
}

/** A group by the next word of its members' names; itself where that gives less than two teams. */
function apart(group: Group, all: readonly (readonly string[])[]): readonly Group[] {
  const depth = group.words.length;
  const byWord = groupBy(group.members, (at) => all[at]?.[depth] ?? "");
  const found = [...byWord].filter(([word, members]) => word !== "" && members.length >= fewest);
  const own = new Set(found.flatMap(([, members]) => members));
  const rest = group.members.filter((at) => !own.has(at));
  const [only, ...more] = found;
  if (only === undefined || (depth > 0 && more.length === 0 && rest.length > 0)) return [group];
  const isOne = more.length === 0 && rest.length === 0;
  const teams = found.flatMap(([word, members]): readonly Group[] => {
    const team = { words: [...group.words, word], isRest: false, members };
    return isOne || members.length > most ? apart(team, all) : [team];
  });
  return rest.length === 0 ? teams : [...teams, { ...group, isRest: true, members: rest }];
}
