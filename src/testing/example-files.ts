/**
 * Files to try where none is given: some that no pattern names, and some that the patterns of `includes` name. A pattern may
 * name none of those that are made for it, such as one with nested braces.
 */
export function exampleFiles(includes: readonly string[]): readonly string[] {
  return includes.length === 0 ? inFolders("") : [...new Set(includes.flatMap(filesFor))];
}

const inFolders = (folder: string): readonly string[] =>
  ["", "any/", "any/of/these/", ".any/"].map((each) => `${folder}${each}any-file`);

/** The first alternative of each choice, and for each `**` no folder, one or several. */
function filesFor(pattern: string): readonly string[] {
  const plain = pattern
    .replace(/\{([^{},]*),[^{}]*\}/g, "$1")
    .replace(/[@+]\(([^()|]*)[^()]*\)/g, "$1")
    .replace(/\[([^\]!^])[^\]]*\]/g, "$1");
  const ending = plain.replace(/(^|\/)\*\*$/, "$1**/*");
  return ["", "any/", "any/of/these/"].map((folder) =>
    ending
      .replace(/\*\*\//g, folder)
      .replace(/(?<!\\)\*+/g, "any-file")
      .replace(/(?<!\\)\?/g, "x")
      .replace(/\\/g, ""),
  );
}

/** Whether no file is left: one pattern excludes everything, or each one that includes also excludes. */
export const excludesAll = (excludes: readonly string[], includes: readonly string[]): boolean =>
  ["**", "**/*"].some((each) => excludes.includes(each)) ||
  (includes.length > 0 && includes.every((each) => excludes.includes(each)));
