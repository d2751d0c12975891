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

/** The required ratios to the baseline script, of CPU time and of peak memory. */
const required: Readonly<Record<keyof typeof runs, { readonly cpu: number; readonly memory: number }>> = {
  first: { cpu: 2, memory: 1.2 },
  small: { cpu: 2, memory: 1.2 },
  middle: { cpu: 1.7, memory: 1.2 },
  most: { cpu: 1.7, memory: 1.2 },
  changed: { cpu: 3, memory: 1.2 },
};
/** The maximum growth of the CPU time, without startup, for ten times the objects. */
const growth = 12;

interface Round {
  readonly ours: Used;
  readonly floor: Used;
}

interface Pair extends Round {
  readonly size: Size;
}

/**
 * Measures `scanform plan` beside a minimal script: of an unchanged account, of a first plan, and where everything
 * changes. They alternate, so that the load of the machine affects all; the figures are medians.
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
        ours: await measured(plan, env),
      });
    // the first round warms up the emulator and the disk, and does not count
    const counted = all.slice(1);
    return {
      size,
      ours: medians(counted.map((each) => each.ours)),
      floor: medians(counted.map((each) => each.floor)),
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
}: Pair): readonly Readonly<Record<string, string | number>>[] {
  const about = `${String(configurations)} x ${String(repositories)}, ${doing}`;
  const row = (what: string, of: Used) => ({
    "configurations x repositories, the plan": about,
    what,
    "wall ms": Math.round(of.wall),
    "CPU ms": Math.round(of.cpu),
    "peak MiB": Math.round(of.memory),
  });
  const ratio = {
    "configurations x repositories, the plan": about,
    what: "ratio",
    "wall ms": (ours.wall / least.wall).toFixed(2),
    "CPU ms": (ours.cpu / least.cpu).toFixed(2),
    "peak MiB": (ours.memory / least.memory).toFixed(2),
  };
  return [row("scanform plan", ours), row("floor", least), ratio];
}

function judged(pairs: Readonly<Record<keyof typeof runs, Pair>>): boolean {
  const { small, middle, most } = pairs;
  // the smallest account measures the startup
  const grown = (most.ours.cpu - small.ours.cpu) / (middle.ours.cpu - small.ours.cpu);
  const checks = [
    ...Object.entries(pairs).flatMap(([name, { ours, floor: least }]) => {
      const { cpu, memory } = required[name as keyof typeof runs];
      return [
        { must: `CPU, ${name}: at most ${String(cpu)} times the floor's`, is: ours.cpu / least.cpu, limit: cpu },
        {
          must: `peak memory, ${name}: at most ${String(memory)} times the floor's`,
          is: ours.memory / least.memory,
          limit: memory,
        },
      ];
    }),
    {
      must: `CPU beyond that at 100, from 1,000 to 10,000: at most ${String(growth)} times (11 is linear)`,
      is: grown,
      limit: growth,
    },
  ];
  console.table(
    checks.map(({ must, is, limit }) => ({ must, is: is.toFixed(2), reached: is <= limit ? "yes" : "NO" })),
  );
  return checks.every(({ is, limit }) => is <= limit);
}
