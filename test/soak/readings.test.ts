import fc from "fast-check";
import { ScanformError } from "../../src/diagnostics/error";
import { type Profile, switches } from "../../src/emulator";
import { apply } from "../../src/reconcile/apply/apply";
import { plan } from "../../src/reconcile/plan/plan";
import { memory } from "../reconcile/memory";
import { Account, everyReading, type Reading } from "../reconcile/readings";
import { combinations } from "../support/combinations";
import { type Case, cases } from "./case";
import { parametersOf, runs, sampleOf, table, testFigures } from "./figures";
import { brokenBy, left, leavesOf, reachable } from "./promises";
import { applyOnce, type Run, type Way } from "./run";
import { id, serviceOf } from "./service";

/**
 * Random accounts and declarations under every reading of what the specification leaves open about writes: of the
 * emulator, and of the account that the tests of the engine have, which was written apart from it.
 */

const title = "Under every reading";

const decisive = ["patch_merge", "bulk_merge", "put_omitted", "deep_lists", "update_repositories", "defaults"] as const;
type Decisive = Pick<Profile, (typeof decisive)[number]>;

const ofTheEmulator = combinations<Decisive>({
  patch_merge: switches.patch_merge.values,
  bulk_merge: switches.bulk_merge.values,
  put_omitted: switches.put_omitted.values,
  deep_lists: switches.deep_lists.values,
  update_repositories: switches.update_repositories.values,
  defaults: switches.defaults.values,
});

/** By the emulator, over HTTP, with any value of the switches that do not decide what a write does. */
async function emulated({ live, desired, profile, concurrency }: Case, reading: Decisive): Promise<Judged> {
  const played = { ...profile, ...reading, ids_most: 0 };
  const service = await serviceOf({ live, profile: played, concurrency });
  try {
    return { desired, run: await applyOnce(service, desired, false), profile: played };
  } finally {
    await service.close();
  }
}

/** By the account of the tests, in memory. */
async function inMemory({ live, desired }: Case, reading: Reading): Promise<Judged> {
  const account = new Account(live, reading);
  const { reader, writer } = memory(account);
  const attempt = async (): Promise<Pick<Run, "plan" | "applied" | "refused">> => {
    try {
      const made = plan({ id }, desired, live);
      return { plan: made, applied: await apply(made, { reader, writer, sleep: () => Promise.resolve() }) };
    } catch (thrown) {
      if (thrown instanceof ScanformError) return { refused: thrown };
      throw thrown;
    }
  };
  const done = await attempt();
  const wayOf = (all: readonly (string | undefined)[]): Way =>
    all.flatMap((each) => {
      const has = [...account.configurations.values()].find((one) => one.id === each);
      return [{ configuration: has?.id ?? null, ...(has?.name === undefined ? {} : { name: has.name }) }];
    });
  const ways = new Map([...account.ways].map(([repository, all]) => [repository, wayOf(all)]));
  const run: Run = { before: live, after: { ...live, ...account.observed }, requests: [], ways, ...done };
  const merges = reading.put === "merges leaf by leaf";
  return { desired, run, profile: { patch_merge: reading.merge, put_omitted: merges ? "merged" : "removed" } };
}

interface Judged extends Pick<Case, "desired" | "profile"> {
  readonly run: Run;
}

const counts = new Map<string, { cases: number; verified: number }>();

/** What is declared is there, or what is missing is said; nothing else has changed. */
function judge({ desired, run, profile }: Judged, name: string): void {
  expect(brokenBy(run, desired, false, profile)).toEqual([]);
  const rest = leavesOf(left(run.after, desired, false));
  const verified = run.applied?.verified ?? rest.length === 0;
  if (reachable(profile, desired)) expect({ verified, rest }).toEqual({ verified: true, rest: [] });
  const known = counts.get(name) ?? { cases: 0, verified: 0 };
  counts.set(name, { cases: known.cases + 1, verified: known.verified + Number(verified) });
}

const emulatedName = ({ put_omitted, patch_merge, defaults }: Decisive): string =>
  `emulator: PUT, what is left out is ${put_omitted}; PATCH, ${patch_merge}; defaults, ${defaults}`;
const otherName = ({ put, merge }: Reading): string => `another service: PUT ${put}; PATCH, ${merge}`;

const samples = Math.max(1, runs / ofTheEmulator.length);

test.each(sampleOf(ofTheEmulator))(
  "the emulator: what is declared is there, or what is missing is said: %p",
  async (reading) => {
    await fc.assert(
      fc.asyncProperty(cases, async (one) => {
        judge(await emulated(one, reading), emulatedName(reading));
      }),
      parametersOf(samples, ofTheEmulator.indexOf(reading)),
    );
  },
  60_000 + samples * 1000,
);

test.each(sampleOf(everyReading))(
  "another service: what is declared is there, or what is missing is said: %p",
  async (reading) => {
    await fc.assert(
      fc.asyncProperty(cases, async (one) => {
        judge(await inMemory(one, reading), otherName(reading));
      }),
      parametersOf(samples, everyReading.indexOf(reading)),
    );
  },
  60_000 + samples * 1000,
);

const text = (): string => `
The ${String(ofTheEmulator.length)} combinations of ${decisive.map((each) => `\`${each}\``).join(", ")}, each with random
accounts and declarations and any value of the other switches, over HTTP; and the ${String(everyReading.length)} readings of the
service that the tests have of their own, in memory. No faults. "Said" counts cases in which no request
can remove or keep a leaf as it was declared: the apply names that leaf, and the next plan has the same one and
nothing else.

${table(
  ["reading", "cases", "verified", "said"],
  [...new Set([...ofTheEmulator.map(emulatedName), ...everyReading.map(otherName)])].map((name) => {
    const { cases: all, verified } = counts.get(name) ?? { cases: 0, verified: 0 };
    return [name, all, verified, all - verified];
  }),
)}
`;

testFigures(title, text);
