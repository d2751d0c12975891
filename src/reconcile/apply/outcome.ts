import { type Diagnostic, error } from "../../diagnostics/diagnostic";
import type { Address } from "../../model/ids";
import { enumeration } from "../../diagnostics/enumeration";
import { groupBy } from "../../model/group-by";
import { valueText } from "../../model/value-kind";
import { type Conflict, conflictText, withheldText } from "../plan/conflict";
import type { UnexpectedChange } from "./sent-writes";
import type { Failure, WriteResult } from "./write-result";
import type { Plan } from "../plan/plan";
import type { Unconverged } from "./verify";

/** The outcome of everything that is declared at one address and was to change. */
export interface Outcome {
  readonly address: Address;
  readonly status: "succeeded" | "failed" | "skipped";
  readonly code?: "changed-since-planned" | "changed-with-write" | "not-converged" | "not-read-back";
  readonly error?: string;
  readonly requestId?: string;
  /** With the code `changed-since-planned`: what somebody else has changed. */
  readonly changed?: readonly Conflict[];
}

/** A failed request is reported rather than what was read back. */
const rankOf = ({ status, code }: Outcome): number =>
  status === "succeeded" ? 0 : status === "skipped" ? 1 : code === "not-converged" ? 2 : 3;

/** What was read after the writes, where it is not as planned, and how it counts. */
interface ReadBack {
  /** What is declared, and was not found. */
  readonly missing: readonly Unconverged[];
  /** What is neither as before a write nor as it was to leave it. */
  readonly unexpected: readonly UnexpectedChange[];
  /** The addresses that could not be read back. */
  readonly unread: ReadonlySet<string>;
  /** What was withheld has succeeded where the account holds it. */
  readonly byOthers: boolean;
}

/**
 * One outcome for each address that the writes carry: the worst one. What was read back decides, not what the service
 * answered:
 *
 * | the write             | holds             | does not hold                   | could not be read back |
 * |-----------------------|-------------------|---------------------------------|------------------------|
 * | was answered          | succeeded         | failed: not-converged           | failed: not-read-back  |
 * | failed, or no answer  | succeeded         | failed                          | failed                 |
 * | was withheld          | see `byOthers`    | skipped                         | skipped                |
 * | was not sent          | skipped           | skipped                         | skipped                |
 *
 * Where a leaf is neither as before the write nor as it was to leave it, the outcome is failed: changed-with-write.
 */
export function outcomesOf(
  plan: Plan,
  results: readonly WriteResult[],
  { missing, unexpected, unread, byOthers }: ReadBack,
): readonly Outcome[] {
  const byAddress = new Map<Address, Outcome>();
  const addressOf = addressesById(plan);
  const open = groupBy(missing, ({ address }) => address);
  const explained = new Set(
    results.flatMap((each) => [
      ...(each.changed ?? []).map(({ address, path }) => `${address} ${path}`),
      ...unsuccessful(each, attributed(each, addressOf)),
    ]),
  );
  const isUnexplained = ({ address, path }: Unconverged): boolean =>
    !explained.has(address) && !explained.has(`${address} ${path}`);
  for (const result of results) {
    const failures = attributed(result, addressOf);
    for (const address of result.write.carries) {
      const lacking = open.get(address) ?? [];
      const next = outcomeOf(address, result, failures, {
        isRead: !unread.has(address),
        isOpen: lacking.length > 0,
        byOthers,
        unexplained: lacking.filter(isUnexplained),
      });
      const known = byAddress.get(address);
      if (known === undefined || rankOf(next) > rankOf(known)) byAddress.set(address, next);
    }
  }
  for (const [address, leaves] of groupBy(unexpected, (each) => each.address))
    byAddress.set(address, { address, status: "failed", code: "changed-with-write", error: unexpectedText(leaves) });
  return [...byAddress.values()];
}

/** The number of leaves that are named. */
const mostBeside = 5;

const unexpectedLeaf = ({ path, isEntry, before, now }: UnexpectedChange): string => {
  const words = (value: unknown): string =>
    isEntry === true ? (value === undefined ? "not there" : "there") : valueText(value);
  return `${path} was ${words(before)} right before this write and is ${words(now)} after it`;
};

/** `comment was "enabled" right before this write and is not set after it: the write or somebody else has changed it` */
function unexpectedText(leaves: readonly UnexpectedChange[]): string {
  const named = leaves.slice(0, mostBeside).map(unexpectedLeaf);
  const others = leaves.length - named.length;
  const more = others > 0 ? [`so are ${String(others)} more leaves`] : [];
  return `${[...named, ...more].join("; ")}: the write or somebody else has changed ${leaves.length === 1 ? "it" : "them"}`;
}

/** The addresses that a write has failed for, or that it was withheld for. */
function unsuccessful({ status, write }: WriteResult, { named, any }: AttributedFailures): readonly Address[] {
  if (status === "succeeded") return [];
  return status === "skipped" || any.length > 0 ? write.carries : [...named.keys()];
}

interface ReadState extends Pick<ReadBack, "byOthers"> {
  readonly isRead: boolean;
  /** Something of the address is not there. */
  readonly isOpen: boolean;
  /** What is not there although no write of it failed or was withheld. */
  readonly unexplained: readonly Unconverged[];
}

function outcomeOf(
  address: Address,
  result: WriteResult,
  { named, any }: AttributedFailures,
  read: ReadState,
): Outcome {
  const { isRead, isOpen, unexplained, byOthers } = read;
  const changed = (result.changed ?? []).flatMap(({ address: place, ...each }) => (place === address ? [each] : []));
  const withheld = (): Outcome => ({
    address,
    status: "skipped",
    code: "changed-since-planned",
    error: withheldText(changed.map(conflictText).join("; ")),
    changed,
  });
  // somebody else has done the same
  if (byOthers && isRead && !isOpen && (result.changed ?? []).length > 0) return { address, status: "succeeded" };
  switch (result.status) {
    case "succeeded": {
      const { requestId } = result;
      if (changed.length > 0 && unexplained.length === 0) return withheld();
      if (!isRead) return { address, status: "failed", code: "not-read-back", error: unknownEffect, requestId };
      if (unexplained.length === 0) return { address, status: "succeeded", requestId };
      const more = changed.length === 0 ? {} : { changed };
      return { address, status: "failed", code: "not-converged", error: notHeld(unexplained), ...more, requestId };
    }
    case "skipped":
      return changed.length > 0 ? withheld() : { address, status: "skipped", error: becauseOf(result) };
    case "failed": {
      const own = named.get(address) ?? [];
      const failure = own[0] ?? any[0];
      if (isRead && !isOpen) return { address, status: "succeeded", requestId: failure?.requestId };
      if (changed.length > 0) return withheld();
      // only other objects of this write failed
      if (failure === undefined)
        return outcomeOf(address, { write: result.write, status: "succeeded" }, noFailures, read);
      const errors = [...own, ...any].map(({ error }) => error);
      return { address, status: "failed", error: enumeration(errors, 1), requestId: failure.requestId };
    }
    default:
      return result satisfies never;
  }
}

/** The other objects of a write that was withheld depend on the one that somebody has changed. */
const becauseOf = ({ because, changed = [] }: Extract<WriteResult, { status: "skipped" }>): string =>
  changed.length === 0
    ? because
    : `somebody else has changed ${[...new Set(changed.map(({ address }) => address))].join(", ")}`;

const unknownEffect = "the service accepted it, but whether it took effect could not be read back";

function notHeld(leaves: readonly Unconverged[]): string {
  const named = leaves.map(
    ({ path, found, expected }) => `${path} is ${orNothing(found)} instead of ${orNothing(expected)}`,
  );
  return `the service accepted it, but ${enumeration(named, 1)}`;
}

/** The failures of one write, by the object that they concern. */
interface AttributedFailures {
  /** Failures that name a configuration or repository, by its address. */
  readonly named: ReadonlyMap<Address, readonly Failure[]>;
  /** Failures that name no object, and may concern any. */
  readonly any: readonly Failure[];
}

const noFailures: AttributedFailures = { named: new Map(), any: [] };

function attributed(result: WriteResult, addressOf: ReadonlyMap<string, Address>): AttributedFailures {
  if (result.status !== "failed") return noFailures;
  const named = new Map<Address, Failure[]>();
  const any: Failure[] = [];
  const carried = new Set(result.write.carries);
  for (const failure of result.failures) {
    const addresses = failure.ids.flatMap((id) => addressOf.get(id) ?? []).filter((each) => carried.has(each));
    if (addresses.length === 0) any.push(failure);
    for (const address of new Set(addresses)) {
      const known = named.get(address);
      if (known === undefined) named.set(address, [failure]);
      else known.push(failure);
    }
  }
  return { named, any };
}

/** The address to which the id of a configuration or repository belongs. */
const addressesById = (plan: Plan): ReadonlyMap<string, Address> =>
  new Map<string, Address>([
    ...plan.configurations.flatMap(({ live, address }) => (live === undefined ? [] : [[live.id, address] as const])),
    ...plan.moves.map(({ repository, assignments }) => [repository.id, assignments] as const),
  ]);

/** What did not succeed: for an answered write each leaf that the service does not hold. */
export function diagnosticsOf(
  outcomes: readonly Outcome[],
  missing: readonly Unconverged[],
  unexpected: readonly UnexpectedChange[],
): readonly Diagnostic[] {
  const said = new Set(unexpected.map(({ address, path }) => `${address} ${path}`));
  const lacking = new Set(
    outcomes.flatMap(({ code, address }) =>
      code === "not-converged" || code === "changed-with-write" ? [address] : [],
    ),
  );
  return [
    ...outcomes.flatMap(({ address, status, code, error: detail = "" }) => {
      if (code === "changed-since-planned" || code === "changed-with-write") return [error(code, detail, { address })];
      return status === "failed" && code === undefined ? [error("write-failed", detail, { address })] : [];
    }),
    ...missing.filter(({ address, path }) => lacking.has(address) && !said.has(`${address} ${path}`)).map(notConverged),
  ];
}

export const notConverged = ({ address, path, expected, found }: Unconverged): Diagnostic =>
  error("not-converged", `expected ${orNothing(expected)}, found ${orNothing(found)}${adviceOn(expected, found)}`, {
    address,
    path,
  });

/** An entry that has nothing but empty lists may be none to the service. */
const adviceOn = (expected: unknown, found: unknown): string =>
  Array.isArray(expected) && expected.length === 0 && found === undefined
    ? ". The service does not keep an empty list here: leave it out, or every plan shows it again"
    : "";

/** What an apply expects or finds, as JSON; `nothing` where that is absent. */
const orNothing = (value: unknown): string => (value === undefined ? "nothing" : JSON.stringify(value));
