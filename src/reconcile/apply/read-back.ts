import type { Diagnostic } from "../../diagnostics/diagnostic";
import { ScanformError } from "../../diagnostics/error";
import type { Observed } from "../../model/entities";
import type { Address, ConfigurationId } from "../../model/ids";
import { isHopeless, type WriteResult } from "./write-result";
import { uniqueById } from "../plan/canonical-ids";
import type { Plan } from "../plan/plan";
import { isTriageWrite } from "../plan/write";
import type { Reader, TriageReader } from "../ports";
import { unseen } from "./unseen";
import { type Unconverged, verify } from "./verify";
import { waits } from "./waits";

type Seen = Pick<Observed, "configurations" | "repositories">;

export interface ReadBack {
  readonly missing: readonly Unconverged[];
  /**
   * The last state read; absent when it could not be read. Without repositories when none are affected and nothing
   * can be retried.
   */
  readonly seen?: Seen;
  /** Why it could not be read, if so. */
  readonly unread: readonly Diagnostic[];
}

export interface ReadBackOptions {
  readonly reader: Pick<Reader, "configurations" | "repositories" | keyof TriageReader>;
  readonly grace: readonly number[];
  readonly sleep: (milliseconds: number) => Promise<unknown>;
  /** How long to wait, in milliseconds, while nothing of what was written at an address is seen; without it: `grace`. */
  readonly patience?: ((address: Address) => number) | undefined;
  /** After an abort nothing is waited for. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Reads what the writes of configurations and assignments concern, whatever became of them: one GET for the whole plan,
 * and another when repositories are affected. Repeats them only while a written setting is missing, and beyond the
 * grace only while nothing of a write is seen.
 */
export async function readBack(
  plan: Plan,
  results: readonly WriteResult[],
  { reader, grace, sleep, patience, signal }: ReadBackOptions,
): Promise<ReadBack> {
  const writes = results.map((each) => each.write);
  if (writes.every(isTriageWrite)) return { missing: [], unread: [] };
  const created = createdIds(results);
  // waiting does not help what certainly was not written
  const broken = new Set(results.filter(isHopeless).flatMap((each) => each.write.carries));
  const changed = new Set(
    results.flatMap((each) => each.changed ?? []).map(({ address, path }) => `${address} ${path}`),
  );
  const isOpen = ({ address, path }: Unconverged): boolean =>
    !broken.has(address) && !changed.has(`${address} ${path}`);
  const fine = new Set(results.flatMap((each) => (each.status === "succeeded" ? each.write.carries : [])));
  const concerned = plan.moves.length > 0 || writes.some((each) => "body" in each && each.body.repositories);
  const repositoriesNow = async () => uniqueById(await reader.repositories(plan.account.id));
  const isAborted = () => signal?.aborted === true;
  let last: ReadBack = { missing: [], unread: [] };
  try {
    let limit = 0;
    for (const wait of waits(grace, () => limit)) {
      if (wait > 0 && !isAborted()) await sleep(wait);
      if (isAborted() && last.seen !== undefined) break;
      const [configurations, repositories = []] = await Promise.all([
        reader.configurations(plan.account.id),
        concerned ? repositoriesNow() : undefined,
      ]);
      const seen = { configurations: uniqueById(configurations), repositories };
      last = { missing: verify(plan, seen, created, writes), seen, unread: [] };
      if (!last.missing.some(isOpen)) break;
      const late = [...unseen(plan, seen, created)].filter((each) => !broken.has(each));
      limit = Math.max(0, ...late.map((each) => patience?.(each) ?? 0));
    }
    // failed writes are not retried
    if (concerned || last.seen === undefined || !last.missing.some((each) => fine.has(each.address))) return last;
    // a retry needs the current configuration of every repository
    return { ...last, seen: { ...last.seen, repositories: await repositoriesNow() } };
  } catch (thrown) {
    if (!(thrown instanceof ScanformError)) throw thrown;
    return { missing: [], unread: thrown.diagnostics };
  }
}

/** The ids that the service gave to new configurations, by address. */
export const createdIds = (results: readonly WriteResult[]): ReadonlyMap<Address, ConfigurationId> =>
  new Map(
    results.flatMap((each) => {
      const address = each.write.carries[0]; // the first address of a POST is that of its configuration
      const id = each.status === "skipped" ? undefined : each.created;
      return id === undefined || address === undefined ? [] : [[address, id]];
    }),
  );
