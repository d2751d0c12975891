import { join } from "node:path";
import { measured, median, root, type Used } from "./child";
import { type Doing, repositoriesEach, type Size, withLarge } from "./large";

const sized = (configurations: number, repositories: number, doing: Doing): Size => ({
  configurations,
  repositories,
  doing,
});

/** Measured in this order. */
const runs = {
  first: { size: sized(14, 350, "creates all"), rounds: 15 },
  small: { size: sized(100, 100 * repositoriesEach, "nothing"), rounds: 15 },
  middle: { size: sized(1000, 1000 * repositoriesEach, "nothing"), rounds: 11 },
  most: { size: sized(10_000, 10_000 * repositoriesEach, "nothing"), rounds: 5 },
  changed: { size: sized(5000, 20_000, "changes all"), rounds: 5 },
} as const;

/**
 * The required ratios to the baseline script. Where that script by undici's public entry is above one already, 5 % more
 * than it are required.
 */
const wallAt1000 = 1.6;
const wallAt10000 = 1.35;
const memoryAt10000 = 1.5;
/** The required ratios of CPU time: of a first plan, and where everything changes. */
const cpuOfFirst = 2;
const cpuOfChanged = 3;
/** The maximum growth of the time, without startup, for ten times the objects. */
const growth = 12;

interface Round {
  readonly ours: Used;
  readonly floor: Used;
  /** The same script with undici. */
  readonly door: Used;
}

interface Pair extends Round {
  readonly size: Size;
}

/**
 * Measures `scanform plan` beside a minimal script, and that script with undici: of an unchanged account, of a first plan,
 * and where everything changes. They alternate, so that the load of the machine affects all; the figures are medians.
 */
export async function floor(): Promise<boolean> {
  const first = await compare(runs.first);
  const small = await compare(runs.small);
  const middle = await compare(runs.middle);
  const most = await compare(runs.most);
  const changed = await compare(runs.changed);
  console.table([first, small, middle, most, changed].flatMap(rows));
  return judged({ first, small, middle, most, changed });
}

const compare = ({ size, rounds }: { readonly size: Size; readonly rounds: number }): Promise<Pair> =>
  withLarge(size, async (folder, env) => {
    // an unchanged account ends with another code where something changes
    const flags = size.doing === "nothing" ? ["--detailed-exitcode"] : [];
    const plan = [join(root, "dist/cli/bin.js"), "plan", ...flags, "--synthesized", folder];
    const least = [join(root, "bench/least.mjs"), folder];
    const all: Round[] = [];
    for (let round = 0; round <= rounds; round += 1)
      all.push({
        floor: await measured(least, env),
        door: await measured([...least, "undici"], env),
        ours: await measured(plan, env),
      });
    // the first round warms up the emulator and the disk, and does not count
    const counted = all.slice(1);
    return {
      size,
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
  size: { configurations, repositories, doing },
  ours,
  floor: least,
  door,
}: Pair): readonly Readonly<Record<string, string | number>>[] {
  const about = `${String(configurations)} x ${String(repositories)}, ${doing}`;
  const row = (what: string, of: Used) => ({
    "configurations x repositories, the plan": about,
    what,
    "wall ms": Math.round(of.wall),
    "CPU ms": Math.round(of.cpu),
    "peak MiB": Math.round(of.memory),
  });
  const ratio = (what: string, of: Used) => ({
    "configurations x repositories, the plan": about,
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

function judged({ first, small, middle, most, changed }: Readonly<Record<keyof typeof runs, Pair>>): boolean {
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
    {
      must: `CPU of a first plan: at most ${String(cpuOfFirst)} times the floor's`,
      is: first.ours.cpu / first.floor.cpu,
      most: cpuOfFirst,
    },
    {
      must: `CPU where everything changes: at most ${String(cpuOfChanged)} times the floor's`,
      is: changed.ours.cpu / changed.floor.cpu,
      most: cpuOfChanged,
    },
  ];
  console.table(
    checks.map(({ must, is, most: limit }) => ({ must, is: is.toFixed(2), reached: is <= limit ? "yes" : "NO" })),
  );
  return checks.every(({ is, most: limit }) => is <= limit);
}
