import { type Diagnostic, error } from "../diagnostics/diagnostic";
import type { Address } from "../model/ids";
import type { Failure, WriteResult } from "./execute/result";
import type { Plan } from "./plan";
import type { Unconverged } from "./verify";

/** What became of everything that is declared at one address and was to change. */
export interface Outcome {
  readonly address: Address;
  readonly status: "succeeded" | "failed" | "skipped";
  readonly error?: string;
  readonly requestId?: string;
}

const rank = { succeeded: 0, skipped: 1, failed: 2 } as const;

/**
 * One outcome for each address that the writes carry, the worst of what became of it.
 *
 * @param missing what was not found when reading back; undefined if nobody could look
 */
export function outcomesOf(
  plan: Plan,
  results: readonly WriteResult[],
  missing: readonly Unconverged[] | undefined,
): readonly Outcome[] {
  const open = new Set(missing?.map((each) => each.address));
  const byAddress = new Map<Address, Outcome>();
  const hitBy = addressesHit(plan);
  for (const result of results)
    for (const address of result.write.carries) {
      const next = outcomeOf(address, result, hitBy, missing === undefined || open.has(address));
      const known = byAddress.get(address);
      if (known === undefined || rank[next.status] > rank[known.status]) byAddress.set(address, next);
    }
  return [...byAddress.values()];
}

function outcomeOf(address: Address, result: WriteResult, hitBy: HitBy, open: boolean): Outcome {
  switch (result.status) {
    case "succeeded":
      return { address, status: "succeeded", ...requestOf(result) };
    case "skipped":
      return { address, status: "skipped", error: result.because };
    case "failed": {
      const failures = result.failures.filter((each) => hitBy(each, result).has(address));
      // what was read back counts: an answer may be lost although the write took effect
      const failure = failures.find(({ refused }) => refused || open);
      if (failure === undefined) return { address, status: "succeeded", ...requestOf(failures[0] ?? {}) };
      const more = failures.length > 1 ? ` (and ${String(failures.length - 1)} more)` : "";
      return { address, status: "failed", error: `${failure.error}${more}`, ...requestOf(failure) };
    }
    default:
      return result satisfies never;
  }
}

type HitBy = (failure: Failure, result: WriteResult) => ReadonlySet<Address>;

/** Which declared things a failure hit: by the ids of configurations and repositories that it names, or all. */
function addressesHit(plan: Plan): HitBy {
  const byId = new Map<string, Address>([
    ...plan.configurations.flatMap(({ live, address }): [string, Address][] =>
      live === undefined ? [] : [[live.id, address]],
    ),
    ...plan.moves.map(({ repository, assignments }): [string, Address] => [repository.id, assignments]),
  ]);
  return ({ ids }, { write }) => {
    const named = ids.flatMap((id) => byId.get(id) ?? []).filter((each) => write.carries.includes(each));
    return new Set(named.length === 0 ? write.carries : named);
  };
}

const requestOf = ({ requestId }: { readonly requestId?: string }): { readonly requestId?: string } =>
  requestId === undefined ? {} : { requestId };

/** What failed, and what the service does not hold although it said that it does. */
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
