import type { Configuration } from "../../model/entities";
import type { AccountId, ConfigurationId } from "../../model/ids";
import type { Writer } from "../ports";

/** What it takes to send a write. */
export interface SendContext {
  readonly account: AccountId;
  readonly writer: Writer;
  /** All live configurations, and not only the first page of them. */
  readonly wholeList: () => Promise<readonly Configuration[]>;
  /** Live configurations that the plan rests on: none of them is new, whatever its name. */
  readonly known: ReadonlySet<ConfigurationId>;
  readonly sleep: (milliseconds: number) => Promise<unknown>;
  /** Waits between two looks, in milliseconds: reads may lag behind writes. */
  readonly grace: readonly number[];
  /** No further request is begun once it is aborted. */
  readonly signal?: AbortSignal | undefined;
}
