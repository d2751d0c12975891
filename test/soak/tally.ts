import { type FaultKind, faultKinds } from "./case";
import { table } from "./figures";
import type { Run } from "./run";

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
export class Tally {
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
