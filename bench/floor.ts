import { join } from "node:path";
import { measured, median, root, type Used } from "./child";
import { repositoriesEach, withLarge } from "./large";

const sizes = [
  { configurations: 100, rounds: 15 },
  { configurations: 1000, rounds: 11 },
  { configurations: 10_000, rounds: 5 },
] as const;

/**
 * The required ratios to the baseline script. Where that script by undici's public entry is above one already, 5 % more
 * than it are required.
 */
const wallAt1000 = 1.6;
const wallAt10000 = 1.35;
const memoryAt10000 = 1.5;
/** The maximum growth of the time, without startup, for ten times the objects. */
const growth = 12;

interface Round {
  readonly ours: Used;
  readonly floor: Used;
  /** The same script with undici. */
  readonly door: Used;
}

interface Pair extends Round {
  readonly configurations: number;
}

/**
 * Measures `scanform plan` of an unchanged account beside a minimal script, and that script with undici. They
 * alternate, so that the load of the machine affects all; the figures are medians.
 */
export async function floor(): Promise<boolean> {
  const pairs: Pair[] = [];
  for (const { configurations, rounds } of sizes) pairs.push(await compare(configurations, rounds));
  console.table(pairs.flatMap(rows));
  return judged(pairs);
}

const compare = (configurations: number, rounds: number): Promise<Pair> =>
  withLarge(configurations, async (folder, env) => {
    const plan = [join(root, "dist/cli/bin.js"), "plan", "--detailed-exitcode", "--synthesized", folder];
    const least = [join(root, "bench/least.mjs"), folder];
    const runs: Round[] = [];
    for (let round = 0; round <= rounds; round += 1)
      runs.push({
        floor: await measured(least, env),
        door: await measured([...least, "undici"], env),
        ours: await measured(plan, env),
      });
    // the first round warms up the emulator and the disk, and does not count
    const counted = runs.slice(1);
    return {
      configurations,
      ours: medians(counted.map((each) => each.ours)),
      floor: medians(counted.map((each) => each.floor)),
      door: medians(counted.map((each) => each.door)),
    };
  });

const medians = (all: readonly Used[]): Used => ({
  wall: median(all.map((each) => each.wall)),
  cpu: median(all.map((each) => each.cpu)),
  memory: median(all.map((each) => each.memory)),
});

function rows({
  configurations,
  ours,
  floor: least,
  door,
}: Pair): readonly Readonly<Record<string, string | number>>[] {
  const about = `${String(configurations)} x ${String(configurations * repositoriesEach)}`;
  const row = (what: string, of: Used) => ({
    "configurations x repositories": about,
    what,
    "wall ms": Math.round(of.wall),
    "CPU ms": Math.round(of.cpu),
    "peak MiB": Math.round(of.memory),
  });
  const ratio = (what: string, of: Used) => ({
    "configurations x repositories": about,
    what,
    "wall ms": (of.wall / least.wall).toFixed(2),
    "CPU ms": (of.cpu / least.cpu).toFixed(2),
    "peak MiB": (of.memory / least.memory).toFixed(2),
  });
  return [
    row("scanform plan", ours),
    row("floor", least),
    row("floor by undici", door),
    ratio("ratio", ours),
    ratio("ratio by undici", door),
  ];
}

const bound = (required: number, { door, floor: least }: Pair): number =>
  Math.max(required, 1.05 * (door.wall / least.wall));

function judged(pairs: readonly Pair[]): boolean {
  const [small, middle, most] = pairs;
  if (small === undefined || middle === undefined || most === undefined) return false;
  // the smallest account measures the startup
  const grown = (most.ours.cpu - small.ours.cpu) / (middle.ours.cpu - small.ours.cpu);
  const [atMiddle, atMost] = [bound(wallAt1000, middle), bound(wallAt10000, most)];
  const checks = [
    {
      must: `wall at 1,000: at most ${atMiddle.toFixed(2)} times the floor's`,
      is: middle.ours.wall / middle.floor.wall,
      most: atMiddle,
    },
    {
      must: `wall at 10,000: at most ${atMost.toFixed(2)} times the floor's`,
      is: most.ours.wall / most.floor.wall,
      most: atMost,
    },
    {
      must: `peak memory at 10,000: below ${String(memoryAt10000)} times the floor's`,
      is: most.ours.memory / most.floor.memory,
      most: memoryAt10000,
    },
    {
      must: `CPU beyond that at 100, from 1,000 to 10,000: at most ${String(growth)} times (11 is linear)`,
      is: grown,
      most: growth,
    },
  ];
  console.table(
    checks.map(({ must, is, most: limit }) => ({ must, is: is.toFixed(2), reached: is <= limit ? "yes" : "NO" })),
  );
  return checks.every(({ is, most: limit }) => is <= limit);
}
