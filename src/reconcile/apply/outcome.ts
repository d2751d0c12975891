import { type Diagnostic, error } from "../../diagnostics/diagnostic";
import type { Address } from "../../model/ids";
import type { Failure, WriteResult } from "./write-result";
import type { Plan } from "../plan/plan";
import type { Unconverged } from "./verify";

/** The outcome of everything that is declared at one address and was to change. */
export interface Outcome {
  readonly address: Address;
  readonly status: "succeeded" | "failed" | "skipped";
  readonly error?: string;
  readonly requestId?: string;
}

const rank = { succeeded: 0, skipped: 1, failed: 2 } as const;

/**
 * One outcome for each address that the writes carry: the worst one.
 *
 * @param missing what was not found when reading back; undefined if it could not be read
 */
export function outcomesOf(
  plan: Plan,
  results: readonly WriteResult[],
  missing: readonly Unconverged[] | undefined,
): readonly Outcome[] {
  const open = new Set(missing?.map((each) => each.address));
  const byAddress = new Map<Address, Outcome>();
  const addressOf = addressesById(plan);
  for (const result of results) {
    const hit = attributed(result, addressOf);
    for (const address of result.write.carries) {
      const next = outcomeOf(address, result, hit, missing === undefined || open.has(address));
      const known = byAddress.get(address);
      if (known === undefined || rank[next.status] > rank[known.status]) byAddress.set(address, next);
    }
  }
  return [...byAddress.values()];
}

function outcomeOf(
  address: Address,
  result: WriteResult,
  { named, any, refused }: AttributedFailures,
  open: boolean,
): Outcome {
  switch (result.status) {
    case "succeeded":
      return { address, status: "succeeded", ...requestOf(result) };
    case "skipped":
      return { address, status: "skipped", error: result.because };
    case "failed": {
      const own = named.get(address) ?? [];
      // the read-back decides: the answer may be lost although the write took effect
      const failure = own.find((each) => each.refused || open) ?? (open ? any[0] : refused);
      if (failure === undefined) return { address, status: "succeeded", ...requestOf(own[0] ?? any[0] ?? {}) };
      const others = own.length + any.length - 1;
      const more = others > 0 ? ` (and ${String(others)} more)` : "";
      return { address, status: "failed", error: `${failure.error}${more}`, ...requestOf(failure) };
    }
    default:
      return result satisfies never;
  }
}

/** The failures of one write, by the object that they concern. */
interface AttributedFailures {
  /** Failures that name a configuration or repository, by its address. */
  readonly named: ReadonlyMap<Address, readonly Failure[]>;
  /** Failures that name no object, and may concern any. */
  readonly any: readonly Failure[];
  /** The first failure that proves that nothing took effect. */
  readonly refused?: Failure | undefined;
}

function attributed(result: WriteResult, addressOf: ReadonlyMap<string, Address>): AttributedFailures {
  const named = new Map<Address, Failure[]>();
  const any: Failure[] = [];
  if (result.status !== "failed") return { named, any };
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
  return { named, any, refused: any.find((each) => each.refused) };
}

/** The address to which the id of a configuration or repository belongs. */
const addressesById = (plan: Plan): ReadonlyMap<string, Address> =>
  new Map<string, Address>([
    ...plan.configurations.flatMap(({ live, address }): [string, Address][] =>
      live === undefined ? [] : [[live.id, address]],
    ),
    ...plan.moves.map(({ repository, assignments }): [string, Address] => [repository.id, assignments]),
  ]);

const requestOf = ({ requestId }: { readonly requestId?: string }): { readonly requestId?: string } =>
  requestId === undefined ? {} : { requestId };

/** Failed writes, and settings that the service does not hold although the write succeeded. */
export function diagnosticsOf(outcomes: readonly Outcome[], missing: readonly Unconverged[]): readonly Diagnostic[] {
  const failed = outcomes.filter((each) => each.status === "failed");
  const succeeded = new Set(outcomes.flatMap((each) => (each.status === "succeeded" ? [each.address] : [])));
  return [
    ...failed.map(({ address, error: detail = "" }) => error("write-failed", detail, { address })),
    ...missing
      .filter(({ address }) => succeeded.has(address))
      .map(({ address, path, expected, found }) =>
        error("not-converged", `expected ${shown(expected)}, found ${shown(found)}`, { address, path }),
      ),
  ];
}

const shown = (value: unknown): string => (value === undefined ? "nothing" : JSON.stringify(value));
