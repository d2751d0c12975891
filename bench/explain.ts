import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { acmeKey } from "../src/emulator";
import { measured, root, serve } from "./child";
import { large, repositoriesEach, writeDeclaration } from "./large";

const configurations = 1000;
const rounds = 9;
/** The required ratio to a plan. */
const most = 1.5;

/**
 * Measures `scanform explain --all` beside `scanform plan` of the same account of 20,000 repositories. The two
 * alternate, so that the load of the machine affects both; the figure is the median of the ratios of the pairs.
 */
export async function explain(): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), "scanform-bench-"));
  try {
    const { account, seed, declaration } = large(configurations);
    writeDeclaration(folder, declaration);
    writeFileSync(join(folder, "seed.json"), JSON.stringify(seed));
    const service = await serve(["--seed", join(folder, "seed.json")]);
    try {
      const env = { SCANFORM_BASE_URL: service.url, SCANFORM_ACCOUNT_ID: account, SCANFORM_API_KEY: acmeKey };
      const command = (...words: readonly string[]) =>
        measured([join(root, "dist/cli/bin.js"), ...words, "--synthesized", folder], env);
      const pairs: { readonly plan: number; readonly explain: number }[] = [];
      // the first round warms up the emulator and the disk, and does not count
      for (let round = 0; round <= rounds; round += 1) {
        const plan = await command("plan");
        const all = await command("explain", "--all");
        if (round > 0) pairs.push({ plan: plan.wall, explain: all.wall });
      }
      const median = (numbers: readonly number[]): number =>
        numbers.toSorted((left, right) => left - right)[numbers.length >> 1] ?? NaN;
      const ratio = median(pairs.map((each) => each.explain / each.plan));
      console.table([
        {
          repositories: configurations * repositoriesEach,
          "plan ms": Math.round(median(pairs.map((each) => each.plan))),
          "explain --all ms": Math.round(median(pairs.map((each) => each.explain))),
          ratio: ratio.toFixed(2),
          must: `at most ${String(most)}`,
          reached: ratio <= most ? "yes" : "NO",
        },
      ]);
      return ratio <= most;
    } finally {
      await service.close();
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}
