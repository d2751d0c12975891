import { deepscanQueuedForMilliseconds } from "../scan-records/assumptions";
import { isCompleted, oldestFirst } from "../scan-records/order";
import type { AccountStore } from "../state/account-store";
import type { World } from "../state/context";
import { runDeepscan } from "./run-deepscan";

/**
 * The account as it is by now: deepscans run by themselves some time after they were queued. Nothing
 * waits for that time; whoever looks later sees that it has happened then, and has it kept.
 */
export function settled({ world, account }: { readonly world: World; readonly account: AccountStore }): AccountStore {
  for (const deepscan of oldestFirst(account.scanning.deepscans())) {
    const due = Date.parse(deepscan.created_at) + deepscanQueuedForMilliseconds;
    if (isCompleted(deepscan) || due > world.clock.now().getTime()) continue;
    runDeepscan(account, deepscan, {}, new Date(due));
    void world.keep();
  }
  return account;
}
