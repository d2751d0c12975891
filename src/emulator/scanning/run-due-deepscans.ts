import { deepscanQueueMs } from "../scan-records/assumptions";
import { isCompleted, oldestFirst } from "../scan-records/chronological";
import type { AccountStore } from "../state/account-store";
import type { EmulatorContext } from "../state/context";
import { runDeepscan } from "./run-deepscan";

/**
 * The account as it is by now: deepscans run by themselves some time after they were queued. Nothing
 * waits for that time; whoever looks later sees that it has happened then, and has it kept.
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
