import { buildSync } from "esbuild";
import { appendFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..", "..");

/** Every code with its one-line summary. @returns {Promise<[string, string][]>} */
async function codes() {
  const entryPoints = [join(root, "src/diagnostics/catalogue.ts")];
  const [{ text }] = buildSync({
    entryPoints,
    bundle: true,
    write: false,
    format: "esm",
    platform: "node",
  }).outputFiles;
  const { catalogue } = await import(`data:text/javascript;base64,${Buffer.from(text).toString("base64")}`);
  // a summary that names its object is shown with a gap in its place
  const summary = (title) => (typeof title === "string" ? title : title(...Array(title.length).fill("…")));
  return Object.entries(catalogue).map(([code, title]) => [code, summary(title)]);
}

/** Writes `diagnostics.md`, and adds it to the first page. @param outdir that of the reference */
export async function writeDiagnostics(outdir) {
  const rows = (await codes()).sort(([left], [right]) => (left < right ? -1 : 1));
  const width = Math.max(...rows.map(([code]) => code.length)) + 2;
  const last = Math.max(...rows.map(([, summary]) => summary.length));
  const row = (first, second) => `| ${first.padEnd(width)} | ${second.padEnd(last)} |\n`;
  const lines = rows.map(([code, summary]) => row(`\`${code}\``, summary));
  writeFileSync(
    join(outdir, "diagnostics.md"),
    `# Diagnostic codes

Each problem that scanform reports has one of these codes: in brackets after the summary, and as \`code\` in the output of
\`--json\`, beside \`severity\`, \`summary\`, \`detail\` and, where it is known, the \`location\` in the code. The detail says what
is wrong and what to do.

${row("code", "summary")}| ${"-".repeat(width)} | ${"-".repeat(last)} |
${lines.join("")}`,
  );
  appendFileSync(join(outdir, "README.md"), "\n## Diagnostics\n\n- [Diagnostic codes](diagnostics.md)\n");
}
