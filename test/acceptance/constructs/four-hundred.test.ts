import type { TerraformStack } from "cdktf";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { runInThisContext } from "node:vm";
import * as constructs from "../../../src/constructs";
import { repositoryRoot } from "../../support/spawned";
import { synthesized } from "../../constructs/synth";

const teams = Array.from({ length: 400 }, (_, at) => `team-${String(at + 1)}`);
const slugs = ["secrets", "sql-injection", "xss", "ssrf", "path-traversal", "deserialization"];

/** What a team says otherwise. */
const differs = (at: number) => ({
  ...(at % 3 === 0 ? { riskThreshold: at % 7 } : {}),
  ...(at % 5 === 0 ? { analyzers: { xss: { blocking: false } } } : {}),
});

/** Each written out. */
function plain(): string {
  const all = teams.map((name, at) => {
    const { analyzers = {}, ...others } = differs(at);
    const entries = slugs.map((slug) => [
      slug,
      { enabled: true, silent: false, blocking: true, ...(analyzers as Record<string, object>)[slug] },
    ]);
    const props = {
      name,
      comment: "enabled",
      riskThreshold: 3,
      ...others,
      analyzers: Object.fromEntries(entries) as object,
    };
    return `new Configuration(stack, ${JSON.stringify(name)}, ${JSON.stringify(props)});`;
  });
  return all.join("\n");
}

/** A base, and what each team says otherwise. */
function composed(): string {
  const base = `const hardened = { comment: "enabled", riskThreshold: 3, ...Presets.strict(${JSON.stringify(slugs)}) };`;
  const all = teams.map(
    (name, at) =>
      `Configuration.extend(stack, ${JSON.stringify(name)}, hardened, ${JSON.stringify({ name, ...differs(at) })});`,
  );
  return [base, ...all].join("\n");
}

/** As everybody formats it, with the repository's width of 120 characters. */
const formatted = (source: string): string =>
  execFileSync(
    process.execPath,
    [join(repositoryRoot, "node_modules/prettier/bin/prettier.cjs"), "--print-width", "120", "--parser", "babel"],
    { input: source, encoding: "utf8" },
  );

const run = (source: string): unknown =>
  synthesized((stack) => {
    new constructs.ScanformProvider(stack, "scanform");
    const declare: unknown = runInThisContext(`(stack, { Configuration, Presets }) => {${source}}`);
    (declare as (stack: TerraformStack, all: typeof constructs) => void)(stack, constructs);
  });

test("the same rule 400 times over is a fifth of the lines with presets and extend, and synthesizes the same", () => {
  const [long, short] = [formatted(plain()), formatted(composed())];
  const lines = (source: string): number => source.trimEnd().split("\n").length;
  expect(lines(short) / lines(long)).toBeLessThanOrEqual(1 / 5);
  expect(run(short)).toEqual(run(long));
});
