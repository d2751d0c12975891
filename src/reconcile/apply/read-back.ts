import type { Diagnostic } from "../../diagnostics/diagnostic";
import { ScanformError } from "../../diagnostics/error";
import type { Observed } from "../../model/entities";
import type { Address, ConfigurationId } from "../../model/ids";
import type { WriteResult } from "./write-result";
import { uniqueById } from "../plan/canonical-ids";
import type { Plan } from "../plan/plan";
import type { Reader } from "../ports";
import { type Unconverged, verify } from "./verify";

type Seen = Pick<Observed, "configurations" | "repositories">;

export interface ReadBack {
  readonly missing: readonly Unconverged[];
  /** What was seen last; absent when it could not be read. No repositories where none are concerned and nothing can be tried another way. */
  readonly seen?: Seen;
  /** Why it could not be read, if it could not. */
  readonly unread: readonly Diagnostic[];
}

export interface ReadBackOptions {
  readonly reader: Pick<Reader, "configurations" | "repositories">;
  readonly grace: readonly number[];
  readonly sleep: (milliseconds: number) => Promise<unknown>;
}

/**
 * One GET for the whole plan, and one more where repositories are concerned; repeated only while something
 * that was written is not there yet.
 */
export async function readBack(
  plan: Plan,
  results: readonly WriteResult[],
  looking: ReadBackOptions,
): Promise<ReadBack> {
  const created = createdIds(results);
  // an answer may be lost although the write took effect, so only what was refused or not sent is given up
  const hopeless = results.filter(
    (each) => each.status === "skipped" || (each.status === "failed" && each.failures.every(({ refused }) => refused)),
  );
  const broken = new Set(hopeless.flatMap((each) => each.write.carries));
  const fine = new Set(results.flatMap((each) => (each.status === "succeeded" ? each.write.carries : [])));
  const writes = results.map((each) => each.write);
  const concerned = plan.moves.length > 0 || writes.some((each) => "body" in each && each.body.repositories);
  const repositoriesNow = async () => uniqueById(await looking.reader.repositories(plan.account.id));
  let last: ReadBack = { missing: [], unread: [] };
  try {
    for (const wait of looking.grace) {
      if (wait > 0) await looking.sleep(wait);
      const [configurations, repositories = []] = await Promise.all([
        looking.reader.configurations(plan.account.id),
        concerned ? repositoriesNow() : undefined,
      ]);
      const seen = { configurations: uniqueById(configurations), repositories };
      last = { missing: verify(plan, seen, created, writes), seen, unread: [] };
      // what a write has failed for will not come by waiting
      if (last.missing.every((each) => broken.has(each.address))) break;
    }
    // what failed is not tried another way
    if (concerned || last.seen === undefined || !last.missing.some((each) => fine.has(each.address))) return last;
    // whoever tries it another way has to know who has which
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
      const address = each.write.carries[0]; // a POST names its configuration first
      const id = each.status === "skipped" ? undefined : each.created;
      return id === undefined || address === undefined ? [] : [[address, id]];
    }),
  );
