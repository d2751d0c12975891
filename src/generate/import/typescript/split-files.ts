import { printed } from "../../typescript/print";
import type { Statement } from "../../typescript/syntax";
import { camelCase } from "../../typescript/words";
import { classText, routingStatements } from "./class-text";
import { constructOf, type TypeScriptFiles, type TypeScriptOptions } from "./code-options";
import { importLine } from "./imports";
import { type Parts, sharedStatements, usedImports } from "./shared-code";
import type { Team } from "./teams";
import { usedNames } from "./used-names";

/**
 * A module for each team, one for what they share, and the module of the class, which routes the repositories. The
 * constructs have the same scope as in one file, and so the same addresses.
 */
export function splitFiles(parts: Parts, teams: readonly Team[], options: TypeScriptOptions): TypeScriptFiles {
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
  const more = [
    ...(shared.length === 0 ? [] : [{ path: `${folder}/shared.ts`, text: sharedText(shared, options) }]),
    ...files.map((each) => ({ path: `${folder}/${each.file}.ts`, text: each.text })),
  ];
  return { text, more };
}

function sharedText(shared: readonly Statement[], options: TypeScriptOptions): string {
  const imports = usedImports(shared, options, "..");
  const text = printed(shared.at(-1)?.kind === "blank" ? shared.slice(0, -1) : shared);
  return imports === "" ? text : `${imports}\n${text}`;
}

interface TeamFile {
  readonly file: string;
  /** The function that declares the configurations. */
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

/** The call of a team's function, as it stands in the constructor. */
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
