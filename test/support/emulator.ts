import { type Emulator, type EmulatorOptions, type Exchange, startEmulator as start } from "../../src/emulator";

export interface CheckedOptions extends EmulatorOptions {
  /** The test is about an error inside the emulator. */
  readonly mayFail?: true;
  /** The test itself checks each exchange. */
  readonly checksItself?: true;
}

/**
 * Starts an emulator that checks each exchange by the OpenAPI document, apart from those that a fault has
 * spoilt. Its `close` fails when an exchange was not as described.
 */
export async function startEmulator({ mayFail, checksItself, ...options }: CheckedOptions = {}): Promise<Emulator> {
  if (checksItself === true) return start(options);
  const violations: string[] = [];
  const emulator = await start({
    ...options,
    onExchange: (exchange) => {
      if (!isAllowed(exchange, options.profile ?? {}) && !(mayFail === true && exchange.status === 500))
        violations.push(...exchangeViolations(exchange));
      options.onExchange?.(exchange);
    },
  });
  const closing = async () => {
    await emulator.close();
    if (violations.length > 0) throw new Error(`not as the OpenAPI document describes it:\n${violations.join("\n")}`);
  };
  let closed: Promise<void> | undefined;
  return { ...emulator, close: () => (closed ??= closing()) };
}

/** Some profiles do more than the specification has: take a PATCH without a name, and refuse pages of lists. */
const isAllowed = (
  { method, status }: Exchange,
  { patch_name, page_query, page_size = 0 }: NonNullable<EmulatorOptions["profile"]>,
): boolean =>
  (patch_name === "optional" && method === "PATCH" && status === 200) ||
  ((page_query === "refused" || page_size > 0) && method === "GET" && status === 422);
