import { groupBy } from "../../model/group-by";
import { visible } from "../../diagnostics/foreign-text";
import { type DeclaredConstruct, usageOf } from "../../generate/project/project-files";

/** Says which files were written, which were left, and how to use the construct in an app that is left. */
export function writtenText(
  written: readonly string[],
  there: readonly string[],
  construct: DeclaredConstruct,
): string {
  const lines = [
    written.length === 0 ? "Nothing was written: every file is there." : `Wrote ${shortened(written).join(", ")}.`,
    ...(there.length === 0 ? [] : [`Left as they are: ${shortened(there).join(", ")}.`]),
    ...(there.includes("main.ts") && written.includes(construct.fileName)
      ? [`Use ${construct.fileName} in a stack: ${usageOf(construct, "stack")}`]
      : []),
  ];
  return lines.map((line) => `${visible(line)}\n`).join("");
}

/** The names of files, with those of a folder as one. */
function shortened(names: readonly string[]): readonly string[] {
  const byFolder = groupBy(names, (name) => (name.includes("/") ? name.slice(0, name.indexOf("/")) : ""));
  return [...byFolder].flatMap(([folder, own]) => {
    if (folder === "") return own;
    const files = own.length === 1 ? "1 file" : `${String(own.length)} files`;
    return `${files}${folder === ".github" ? " of workflows" : ""} in ${folder}`;
  });
}
