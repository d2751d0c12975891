import fc from "fast-check";
import { type Profile, switches } from "../../src/emulator";
import { type Case, cases } from "./case";
import { parametersOf, runs, table, testFigures } from "./figures";
import { brokenBy, left, leavesOf, reachable } from "./promises";
import { applyOnce } from "./run";
import { serviceOf } from "./service";

/** Every combination of the switches that decide what a write does, each with random accounts and declarations. */

const title = "Under every reading";
const decisive = {
  patch_merge: ["shallow", "deep", "replace"],
  bulk_merge: ["shallow", "deep", "replace"],
  put_omitted: switches.put_omitted.values,
  deep_lists: switches.deep_lists.values,
  update_repositories: switches.update_repositories.values,
  defaults: switches.defaults.values,
} as const;

/** Merging entries is between the other two: it is tried with one of each. */
const between: readonly Partial<Profile>[] = [
  { patch_merge: "entries", bulk_merge: "entries", put_omitted: "removed", defaults: "none" },
  { patch_merge: "entries", bulk_merge: "deep", put_omitted: "merged", deep_lists: "merged", defaults: "none" },
];

const readings = [
  ...Object.entries(decisive).reduce<readonly Partial<Profile>[]>(
    (all, [name, values]) => all.flatMap((each) => values.map((value) => ({ ...each, [name]: value }))),
    [{}],
  ),
  ...between,
];
const counts = new Map<string, { cases: number; verified: number; said: number }>();
const samples = Math.max(2, runs / readings.length);

const nameOf = ({ put_omitted, patch_merge, defaults }: Partial<Profile>): string =>
  `PUT: what is left out is ${String(put_omitted)}; PATCH: ${String(patch_merge)}; defaults: ${String(defaults)}`;

async function right({ live, desired, profile: others, concurrency }: Case, reading: Partial<Profile>): Promise<void> {
  const profile = { ...others, ...reading, ids_most: 0 };
  const service = await serviceOf({ live, profile, concurrency });
  try {
    const run = await applyOnce(service, desired, false);
    expect(brokenBy(run, desired, false, profile)).toEqual([]);
    const rest = leavesOf(left(run.after, desired, false));
    const verified = run.applied?.verified ?? rest.length === 0;
    if (reachable(profile, desired)) expect({ verified, rest }).toEqual({ verified: true, rest: [] });
    const name = nameOf(reading);
    const known = counts.get(name) ?? { cases: 0, verified: 0, said: 0 };
    counts.set(name, {
      cases: known.cases + 1,
      verified: known.verified + Number(verified),
      said: known.said + Number(!verified),
    });
  } finally {
    await service.close();
  }
}

test.each(readings)(
  "what is declared is there, or what is missing is said: %p",
  async (reading) => {
    await fc.assert(
      fc.asyncProperty(cases, (one) => right(one, reading)),
      parametersOf(samples, readings.indexOf(reading)),
    );
  },
  60_000 + samples * 1000,
);

const text = (): string => `
The ${String(readings.length - between.length)} combinations of ${Object.keys(decisive)
  .map((each) => `\`${each}\``)
  .join(", ")}, and ${String(between.length)} that merge entries, each with random
accounts and declarations and any value of the other switches, and no faults. "Said" is that the service's reading lets
no request remove or keep a leaf as it was declared: the apply names that leaf, and the next plan has the same one and
nothing else.

${table(
  ["reading", "cases", "verified", "said"],
  [...new Set(readings.map(nameOf))].map((name) => {
    const { cases: all, verified, said } = counts.get(name) ?? { cases: 0, verified: 0, said: 0 };
    return [name, all, verified, said];
  }),
)}
`;

testFigures(title, text);
