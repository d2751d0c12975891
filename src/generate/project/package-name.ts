/** Names that npm refuses or that would be taken for a dependency of the project. */
const taken: ReadonlySet<string> = new Set([
  "node_modules",
  "favicon.ico",
  "scanform",
  "cdktn",
  "cdktf",
  "constructs",
  "tsx",
  "typescript",
]);

/**
 * A name for package.json from that of the folder: lower-case letters, digits, `-`, `_` and `.`; `scan-settings` where
 * nothing of it can be kept.
 */
export function packageName(folderName: string): string {
  const plain = folderName
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9._]+/g, "-")
    .slice(0, 100)
    .replace(/^[^a-z0-9]+|[^a-z0-9]+$/g, "");
  if (plain === "") return "scan-settings";
  return taken.has(plain) ? `${plain}-settings` : plain;
}
