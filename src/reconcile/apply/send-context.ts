import type { Configuration } from "../../model/entities";
import type { AccountId, Address, ConfigurationId } from "../../model/ids";
import type { Writer } from "../ports";

/** The dependencies of sending a write. */
export interface SendContext {
  readonly account: AccountId;
  readonly writer: Writer;
  /** All live configurations, not just the first page. */
  readonly wholeList: () => Promise<readonly Configuration[]>;
  /** Live configurations that the plan depends on: none of them is new, whatever its name. */
  readonly known: ReadonlySet<ConfigurationId>;
  readonly sleep: (milliseconds: number) => Promise<unknown>;
  /** Waits between two reads, in milliseconds: reads may lag behind writes. */
  readonly grace: readonly number[];
  /** How long to look for what was written at an address, in milliseconds; without it: `grace`. */
  readonly patience?: ((address: Address) => number) | undefined;
  /** After an abort no further request is sent. */
  readonly signal?: AbortSignal | undefined;
}
