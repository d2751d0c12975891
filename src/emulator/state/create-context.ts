import type { Seed } from "../seed/seed-schema";
import { RequestLog } from "../server/record-exchange";
import { Clock } from "../support/deterministic";
import type { EmulatorContext } from "./context";
import { Store } from "./store";

interface ContextOptions extends Pick<
  EmulatorContext,
  "profile" | "faults" | "persist" | "deliveryQueue" | "onScanCompleted"
> {
  readonly seed: Seed;
  /** The seed of a reset. */
  readonly seedAgain: () => Seed;
}

/** A service in its initial state. */
export function createContext({ seed, seedAgain, ...given }: ContextOptions): EmulatorContext {
  const clock = new Clock(seed.clock_ahead_ms);
  const { profile } = given;
  const store = new Store(seed, {
    now: () => clock.now().getTime(),
    lag: () => profile.current.read_lag_ms,
  });
  return {
    ...given,
    store,
    clock,
    requests: new RequestLog(),
    reset: () => {
      store.reset(seedAgain());
    },
    snapshot: () => ({ ...store.snapshot(), ...(clock.offset === 0 ? {} : { clock_ahead_ms: clock.offset }) }),
  };
}
