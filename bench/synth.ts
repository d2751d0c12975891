import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { measured, median, root, type Used } from "./child";

const sizes = [
  { configurations: 1000, rounds: 11 },
  { configurations: 10_000, rounds: 1 },
] as const;

/** The maximum ratio of the CPU time to that of the same generated bindings. */
const slowest = 1.25;
/** The maximum growth of the time, without startup, for ten times the configurations. */
const growth = 12;
/** The maximum peak memory at the largest size, in MiB. */
const mostMemory = 1000;

interface Pair {
  readonly constructs: Used;
  readonly bindings: Used;
}

/**
 * Measures an app of many configurations with 20 analyzers each, beside one that uses the generated bindings by
 * themselves. The two alternate, so that the load of the machine affects both; a ratio is the median of its pairs.
 */
export async function synth(): Promise<boolean> {
  const startup = await medianOf(5, 0, "constructs");
  const results: { readonly configurations: number; readonly pairs: readonly Pair[] }[] = [];
  for (const { configurations, rounds } of sizes) {
    const pairs: Pair[] = [];
    for (let round = 0; round < rounds; round += 1)
      pairs.push({
        bindings: await run("bindings", configurations),
        constructs: await run("constructs", configurations),
      });
    results.push({ configurations, pairs });
  }
  console.table(
    results.map(({ configurations, pairs }) => ({
      configurations,
      pairs: pairs.length,
      "constructs CPU ms": Math.round(median(pairs.map((each) => each.constructs.cpu))),
      "bindings CPU ms": Math.round(median(pairs.map((each) => each.bindings.cpu))),
      ratio: ratioOf(pairs).toFixed(2),
      "constructs peak MiB": Math.round(median(pairs.map((each) => each.constructs.memory))),
    })),
  );
  const [small, large] = results;
  if (small === undefined || large === undefined) return false;
  const work = (pairs: readonly Pair[]): number => median(pairs.map((each) => each.constructs.cpu)) - startup;
  const checks = [
    { must: `CPU at 1,000: at most ${String(slowest)} times the bindings'`, is: ratioOf(small.pairs), most: slowest },
    {
      must: `CPU beyond the start, from 1,000 to 10,000: at most ${String(growth)} times (10 is linear)`,
      is: work(large.pairs) / work(small.pairs),
      most: growth,
    },
    {
      must: `peak memory at 10,000: below ${String(mostMemory)} MiB`,
      is: Math.max(...large.pairs.map((each) => each.constructs.memory)),
      most: mostMemory,
    },
  ];
  console.table(checks.map(({ must, is, most }) => ({ must, is: is.toFixed(2), reached: is <= most ? "yes" : "NO" })));
  return checks.every(({ is, most }) => is <= most);
}

async function run(kind: "constructs" | "bindings", configurations: number): Promise<Used> {
  const folder = mkdtempSync(join(tmpdir(), "scanform-bench-"));
  try {
    return await measured([join(root, "bench/synth-app.cjs"), kind, String(configurations), folder], {});
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function medianOf(rounds: number, configurations: number, kind: "constructs"): Promise<number> {
  const all: number[] = [];
  for (let round = 0; round < rounds; round += 1) all.push((await run(kind, configurations)).cpu);
  return median(all);
}

const ratioOf = (pairs: readonly Pair[]): number =>
  median(pairs.map((each) => each.constructs.cpu / each.bindings.cpu));
