import { deepscanQueueMs } from "../scan-records/assumptions";
import { isCompleted, oldestFirst } from "../scan-records/chronological";
import type { AccountStore } from "../state/account-store";
import type { EmulatorContext } from "../state/context";
import { runDeepscan } from "./run-deepscan";

/**
 * Runs the queued deepscans of an account that are due, as of the time when they became due. There is no
 * timer: every reader of deepscans calls this first.
 */
export function runDueDeepscans({
  context,
  account,
}: {
  readonly context: EmulatorContext;
  readonly account: AccountStore;
}): AccountStore {
  for (const deepscan of oldestFirst(account.scanRecords.deepscans())) {
    const due = Date.parse(deepscan.created_at) + deepscanQueueMs;
    if (isCompleted(deepscan) || due > context.clock.now().getTime()) continue;
    runDeepscan(account, deepscan, {}, new Date(due));
    void context.persist();
  }
  return account;
}
