import { groupBy } from "../../../model/group-by";
import { camelCase, Names, wordsOf } from "../../typescript/names";
import { printed } from "../../typescript/print";
import type { Statement } from "../../typescript/syntax";
import type { ImportedConfiguration } from "../import-account";
import {
  classText,
  constructOf,
  importLine,
  type Parts,
  routingStatements,
  sharedStatements,
  type GeneratedCode,
  type TypeScriptOptions,
  usedImports,
  usedNames,
} from "./module-parts";

/**
 * A module for each team, one for what they share, and the module of the class, which routes the repositories. The
 * constructs have the same scope as in one file, and so the same addresses.
 */
export function splitFiles(parts: Parts, teams: readonly Team[], options: TypeScriptOptions): GeneratedCode {
  const { extension = ".js" } = options;
  const folder = constructOf(options).id;
  const shared = sharedStatements(parts, true);
  const files = teams.map((team) => teamFile(team, parts, shared, options));
  const calls = files.flatMap(({ call }): readonly Statement[] => [call]);
  const routing = routingStatements(parts.imported, parts.variables, options);
  const imports = files.map(({ file, name }) => `import { ${name} } from "./${folder}/${file}${extension}";\n`);
  const text =
    `import { Construct } from "constructs";\n${usedImports(routing, options, ".")}${imports.join("")}\n` +
    classText([...calls, ...routing], options);
  const more = Object.fromEntries(files.map((each) => [`${folder}/${each.file}.ts`, each.text]));
  return {
    text,
    more: shared.length === 0 ? more : { [`${folder}/shared.ts`]: sharedText(shared, options), ...more },
  };
}

function sharedText(shared: readonly Statement[], options: TypeScriptOptions): string {
  const imports = usedImports(shared, options, "..");
  const text = printed(shared.at(-1)?.kind === "blank" ? shared.slice(0, -1) : shared);
  return imports === "" ? text : `${imports}\n${text}`;
}

interface TeamFile {
  readonly file: string;
  readonly name: string;
  readonly call: Statement;
  readonly text: string;
}

function teamFile(
  team: Team,
  { made, variables, names, imported }: Parts,
  shared: readonly Statement[],
  options: TypeScriptOptions,
): TeamFile {
  const { file, members } = team;
  const body = members.flatMap((at) => made.of(at, "scope"));
  const routed = new Set(imported.rules.map(({ target }) => target));
  const own = members.flatMap((at) => {
    const id = imported.configurations[at]?.id ?? "";
    const variable = variables.get(id);
    return variable === undefined || !routed.has(id) ? [] : [variable];
  });
  const name = names.take(camelCase(["declare", file]).replace(/-(.)/g, (_, letter: string) => letter.toUpperCase()));
  const sharedNames = shared.flatMap((each) => (each.kind === "const" ? [each.name] : []));
  const imports =
    usedImports(body, options, "..") +
    'import type { Construct } from "constructs";\n' +
    importLine({ module: `./shared${options.extension ?? ".js"}`, names: ["each", ...sharedNames] }, usedNames(body));
  const text =
    `${imports}\n/** ${titleOf(team)} */\nexport function ${name}(scope: Construct)${own.length === 0 ? ": void" : ""} {\n` +
    `${printed(body, "  ")}${own.length === 0 ? "" : returned(own)}}\n`;
  return { file, name, text, call: { kind: "lines", lines: callLines(name, own) } };
}

function titleOf({ words, isRest }: Team): string {
  const all = isRest ? "The other configurations" : "The configurations";
  return words.length === 0 ? `${all}.` : `${all} whose names begin with "${words.join(" ")}".`;
}

/** The call of a team's function, as it is in the constructor. */
function callLines(name: string, own: readonly string[]): readonly string[] {
  const call = `${name}(this);`;
  if (own.length === 0) return [call];
  const names = `const { ${own.join(", ")} } =`;
  const indent = 4;
  if (indent + names.length + 1 + call.length <= 80) return [`${names} ${call}`];
  if (indent + names.length <= 80) return [names, `  ${call}`];
  return ["const {", ...own.map((each) => `  ${each},`), `} = ${call}`];
}

function returned(names: readonly string[]): string {
  const line = `  return { ${names.join(", ")} };\n`;
  return line.length <= 81 ? line : `  return {\n${names.map((name) => `    ${name},\n`).join("")}  };\n`;
}

/** Configurations that share a file. */
export interface Team {
  /** The first words of their names; none for those that have no team. */
  readonly words: readonly string[];
  /** Those of these words that have no file of their own. */
  readonly isRest: boolean;
  readonly file: string;
  /** Indices into the configurations. */
  readonly members: readonly number[];
}

/** A team of fewer is in the file of the others; one of more is taken apart by its next word. */
const [fewest, most] = [2, 60];

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

/** Why there is one file: a sentence about the names; undefined where there are several. */
export function unsplitReason(configurations: readonly ImportedConfiguration[]): string | undefined {
  const [only, ...more] = teamsOf(configurations);
  if (more.length > 0) return undefined;
  if (configurations.length < 2) return "there are not two configurations";
  if (only === undefined || only.words.length === 0) return "no two of the names begin with the same word";
  return `all of the names begin with ${JSON.stringify(only.words.join(" "))}, and no two of them go on with the same word`;
}

/** A group by the next word of its members' names. @param isTeam it stays whole where that gives less than two teams */
function apart(group: Group, all: readonly (readonly string[])[], isTeam = false): readonly Group[] {
  const depth = group.words.length;
  const byWord = groupBy(group.members, (at) => all[at]?.[depth] ?? "");
  const found = [...byWord].filter(([word, members]) => word !== "" && members.length >= fewest);
  const own = new Set(found.flatMap(([, members]) => members));
  const rest = group.members.filter((at) => !own.has(at));
  const [only, ...more] = found;
  if (only === undefined || (isTeam && more.length === 0 && rest.length > 0)) return [group];
  const isOne = more.length === 0 && rest.length === 0;
  const teams = found.flatMap(([word, members]): readonly Group[] => {
    const team = { words: [...group.words, word], isRest: false, members };
    return isOne || members.length > most ? apart(team, all, isTeam || !isOne) : [team];
  });
  return rest.length === 0 ? teams : [...teams, { ...group, isRest: true, members: rest }];
}
