import { join } from "node:path";
import { measured, median, root } from "./child";
import { repositoriesEach, withLarge } from "./large";

const configurations = 1000;
const repositories = configurations * repositoriesEach;
const rounds = 9;
/** The required ratio to a plan. */
const most = 1.5;

/**
 * Measures `scanform explain --all` beside `scanform plan` of the same account of 20,000 repositories. The two
 * alternate, so that the load of the machine affects both; the figure is the median of the ratios of the pairs.
 */
export async function explain(): Promise<boolean> {
  const pairs = await withLarge({ configurations, repositories, doing: "nothing" }, async (folder, env) => {
    const command = (...words: readonly string[]) =>
      measured([join(root, "dist/cli/bin.js"), ...words, "--synthesized", folder], env);
    const all: { readonly plan: number; readonly explain: number }[] = [];
    for (let round = 0; round <= rounds; round += 1)
      all.push({ plan: (await command("plan")).wall, explain: (await command("explain", "--all")).wall });
    // the first round warms up the emulator and the disk, and does not count
    return all.slice(1);
  });
  const ratio = median(pairs.map((each) => each.explain / each.plan));
  console.table([
    {
      repositories,
      "plan ms": Math.round(median(pairs.map((each) => each.plan))),
      "explain --all ms": Math.round(median(pairs.map((each) => each.explain))),
      ratio: ratio.toFixed(2),
      must: `at most ${String(most)}`,
      reached: ratio <= most ? "yes" : "NO",
    },
  ]);
  return ratio <= most;
}
