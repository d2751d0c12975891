import { type Diagnostic, error } from "../diagnostics/diagnostic";
import { ScanformError } from "../diagnostics/error";
import type { Address, ConfigurationId } from "../model/ids";
import { type ExecuteOptions, execute, type WriteResult } from "./execute";
import type { Plan } from "./plan";
import type { Reader, Writer } from "./ports";
import { type Unconverged, verify } from "./verify";

/** What became of everything that is declared at one address and was to change. */
export interface Outcome {
  readonly address: Address;
  readonly status: "succeeded" | "failed" | "skipped";
  readonly error?: string;
  readonly requestId?: string;
}

export interface Applied {
  readonly outcomes: readonly Outcome[];
  /** Writes that were sent. */
  readonly sent: number;
  /** Whether the service was read afterwards and holds all that the plan said. */
  readonly verified: boolean;
  /** It could not be read afterwards, so that nobody knows. */
  readonly unread: boolean;
  /** At least one write took effect, or may have. */
  readonly wrote: boolean;
  readonly diagnostics: readonly Diagnostic[];
}

export interface ApplyOptions extends ExecuteOptions {
  readonly reader: Reader;
  readonly writer: Writer;
  /** Waits between two looks at what was written, in milliseconds: reads may lag behind writes. */
  readonly grace?: readonly number[];
  readonly sleep: (milliseconds: number) => Promise<unknown>;
}

/** Sends the plan's writes, reads back what they touched, and says of every change what became of it. */
export async function apply(plan: Plan, options: ApplyOptions): Promise<Applied> {
  const results = await execute(plan.account.id, plan.writes, options.writer, options);
  const sent = results.filter((each) => each.status !== "skipped").length;
  const { missing, unread } = sent === 0 ? { missing: [], unread: [] } : await readBack(plan, results, options);
  const outcomes = outcomesOf(results, unread.length === 0 ? missing : undefined);
  const succeeded = outcomes.every((each) => each.status === "succeeded");
  return {
    outcomes,
    sent,
    verified: missing.length === 0 && unread.length === 0 && succeeded,
    unread: unread.length > 0,
    wrote: results.some((each) => each.status === "succeeded" || (each.status === "failed" && !each.refused)),
    diagnostics: [...diagnosticsOf(outcomes, missing), ...unread],
  };
}

interface ReadBack {
  readonly missing: readonly Unconverged[];
  /** Why it could not be read, if it could not. */
  readonly unread: readonly Diagnostic[];
}

/** Two GETs for the whole plan, repeated only while something that was written is not there yet. */
async function readBack(plan: Plan, results: readonly WriteResult[], options: ApplyOptions): Promise<ReadBack> {
  const { reader, grace = [0, 250, 1000, 3000], sleep } = options;
  const account = plan.account.id;
  const created = createdIds(results);
  // an answer may be lost although the write took effect, so only what was refused or not sent is given up
  const hopeless = results.filter((each) => each.status === "skipped" || (each.status === "failed" && each.refused));
  const broken = new Set(hopeless.flatMap((each) => each.write.carries));
  let missing: readonly Unconverged[] = [];
  try {
    for (const wait of grace) {
      if (wait > 0) await sleep(wait);
      const [configurations, repositories] = await Promise.all([
        reader.configurations(account),
        reader.repositories(account),
      ]);
      missing = verify(plan, { configurations, repositories }, created);
      // what a write has failed for will not come by waiting
      if (missing.every((each) => broken.has(each.address))) break;
    }
    return { missing, unread: [] };
  } catch (thrown) {
    if (!(thrown instanceof ScanformError)) throw thrown;
    return { missing: [], unread: thrown.diagnostics };
  }
}

const createdIds = (results: readonly WriteResult[]): ReadonlyMap<Address, ConfigurationId> =>
  new Map(
    results.flatMap((each) => {
      const address = each.write.carries[0]; // a POST names its configuration first
      const id = each.status === "succeeded" ? each.created : undefined;
      return id === undefined || address === undefined ? [] : [[address, id]];
    }),
  );

/** @param missing what was not found when reading back; undefined if nobody could look */
function outcomesOf(results: readonly WriteResult[], missing?: readonly Unconverged[]): readonly Outcome[] {
  const open = new Set(missing?.map((each) => each.address));
  const byAddress = new Map<Address, Outcome>();
  for (const result of results) {
    for (const address of result.write.carries) {
      const next = outcomeOf(address, result, missing === undefined || open.has(address));
      const known = byAddress.get(address);
      if (known === undefined || rank[next.status] > rank[known.status]) byAddress.set(address, next);
    }
  }
  return [...byAddress.values()];
}

const rank = { succeeded: 0, skipped: 1, failed: 2 } as const;

function outcomeOf(address: Address, result: WriteResult, open: boolean): Outcome {
  const id = "requestId" in result && result.requestId !== undefined ? { requestId: result.requestId } : {};
  switch (result.status) {
    case "succeeded":
      return { address, status: "succeeded", ...id };
    case "skipped":
      return { address, status: "skipped", error: result.because };
    case "failed":
      // what was read back counts: an answer may be lost although the write took effect
      if (!open && !result.refused) return { address, status: "succeeded", ...id };
      return { address, status: "failed", error: result.error, ...id };
    default:
      return result satisfies never;
  }
}

function diagnosticsOf(outcomes: readonly Outcome[], missing: readonly Unconverged[]): readonly Diagnostic[] {
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
