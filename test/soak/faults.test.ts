import fc from "fast-check";
import { type Case, cases, type FaultKind, faultKinds } from "./case";
import { parametersOf, runs, table, testFigures } from "./figures";
import { brokenBy, left, leavesOf, reachable } from "./promises";
import { applyOnce, type Run } from "./run";
import { serviceOf } from "./service";

/**
 * Random accounts and declarations on services that read the specification in random ways, while random
 * faults happen. How to run more of them, or one again: see `figures.ts`.
 */

const columns = {
  cases: "cases",
  nothing: "nothing to do, or no plan",
  verified: "verified",
  said: "in part, and said",
  unread: "could not be read back, and said",
  requests: "requests",
  spoilt: "spoilt",
  again: "writes sent again",
  created: "created",
  doubled: "created twice",
} as const;
type Column = keyof typeof columns;
const names = Object.keys(columns) as Column[];

/** What became of the applies, by what went wrong. */
class Tally {
  readonly #counts = new Map<FaultKind, Map<Column, number>>();
  /** What the next apply did, once nothing went wrong any more. */
  readonly next = { converged: 0, unreachable: 0, refused: 0 };

  add(kind: FaultKind, { before, after, applied, requests }: Run): void {
    const writes = requests.filter(({ method }) => method !== "GET");
    const became =
      applied === undefined ? "nothing" : applied.verified ? "verified" : applied.unread ? "unread" : "said";
    const known = new Set(before.configurations.map((each) => each.id));
    const made = after.configurations.filter((each) => !known.has(each.id)).map(({ name }) => name);
    this.#count(kind, "cases", 1);
    this.#count(kind, became, 1);
    this.#count(kind, "requests", requests.length);
    this.#count(kind, "spoilt", requests.filter(({ fault }) => fault !== undefined).length);
    this.#count(kind, "again", Math.max(0, writes.length - (applied?.sent ?? 0)));
    this.#count(kind, "created", made.length);
    this.#count(kind, "doubled", made.length - new Set(made).size);
  }

  text(): string {
    const rows = faultKinds.map((kind) => [kind, ...names.map((each) => this.#of(kind, each))]);
    const sum = names.map((each) => faultKinds.reduce((total, kind) => total + this.#of(kind, each), 0));
    return table(["what went wrong", ...names.map((each) => columns[each])], [...rows, ["all", ...sum]]);
  }

  #of(kind: FaultKind, column: Column): number {
    return this.#counts.get(kind)?.get(column) ?? 0;
  }

  #count(kind: FaultKind, column: Column, more: number): void {
    const counts = this.#counts.get(kind) ?? new Map<Column, number>();
    this.#counts.set(kind, counts);
    counts.set(column, (counts.get(column) ?? 0) + more);
  }
}

const title = "Faults while applying";
const tally = new Tally();

test(
  "whatever goes wrong, what was not declared stays, nothing is made twice, and what is said is true",
  async () => {
    await fc.assert(fc.asyncProperty(cases, survived), parametersOf(runs));
  },
  runs * 1000 + 60_000,
);

async function survived({ live, desired, prune, profile, trouble, concurrency }: Case): Promise<void> {
  const service = await serviceOf({ live, profile, concurrency });
  try {
    const first = await applyOnce(service, desired, prune, trouble.faults);
    expect(brokenBy(first, desired, prune, profile)).toEqual([]);
    tally.add(trouble.kind, first);
    // nobody begins again before the reads have caught up
    await service.sleep(profile.read_lag_ms ?? 0);
    const second = await applyOnce(service, desired, prune);
    expect(brokenBy(second, desired, prune, profile)).toEqual([]);
    if (second.refused !== undefined) {
      tally.next.refused += 1;
      return;
    }
    const rest = leavesOf(left(second.after, desired, prune));
    if (rest.length === 0) tally.next.converged += 1;
    else tally.next.unreachable += 1;
    if (reachable(profile, desired))
      expect({ rest, verified: second.applied?.verified ?? true }).toEqual({ rest: [], verified: true });
    else if (trouble.faults.length === 0)
      expect(leavesOf(left(first.after, desired, prune))).toEqual(expect.arrayContaining([...rest]));
  } finally {
    await service.close();
  }
}

const text = (): string => `
Each case is a random account, a random declaration, a service with a random value for each switch of the emulator's
profile (latency aside: time is virtual here) and random faults: on a few requests, on half of them, or on all of one
kind. "Spoilt" counts the answers that were hit. An apply that did not get everything there said so of each address and
leaf that was missing, and of no other; that is checked against the account in every case, and so is this:

- every leaf and repository that was not declared, or not planned to change, is as it was;
- every repository that moved went straight from its old configuration to its new one, and that held by then what was
  declared;
- no configuration was made twice, whichever answer was lost.

${tally.text()}

Then the faults end, and the same is applied once more: ${String(tally.next.converged)} times that brought the account to
what was declared, ${String(tally.next.unreachable)} times the service's reading leaves something out of reach, which was
reported, and ${String(tally.next.refused)} times a safety limit refused the plan.
`;

testFigures(title, text);
