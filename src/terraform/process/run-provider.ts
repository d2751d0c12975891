import { messageOf, ScanformError } from "../../diagnostics/error";
import type { AllHandlers } from "../protocol/streams";
import { panicText, pluginLog, type Start, startOf } from "./handshake";
import { serve, type Serving } from "./serve";

/**
 * The whole life of a provider's process.
 * @param providerAddress as in `required_providers`, with the registry before it
 * @param load loads what makes the handlers of a connection, after the handshake: loading takes longer than
 *   terraform waits for that. `warn` takes lines for terraform's log
 */
export async function runProvider(
  providerAddress: string,
  load: (warn: (text: string) => void) => Promise<() => AllHandlers>,
): Promise<void> {
  const start = startOf(process.argv.slice(2), process.env);
  if (start.kind === "refused") return refuse(start.reason);
  reportCrashes();
  ignoreInterrupts(start);
  let loading: Promise<() => AllHandlers> | undefined;
  const log = pluginLog(
    (line) => process.stderr.write(line),
    () => new Date(),
  );
  const warn = (text: string): void => {
    log("warn", text);
  };
  const loaded = (): Promise<() => AllHandlers> => (loading ??= load(warn));
  const connected = (): (() => Promise<AllHandlers>) => {
    let handlers: Promise<AllHandlers> | undefined;
    return () => (handlers ??= loaded().then((make) => make()));
  };
  const serving = await listening({
    start,
    connected,
    providerAddress,
    env: process.env,
    platform: process.platform,
    log,
  });
  process.once("exit", serving.close);
  for (const signal of endingSignals(start)) process.on(signal, serving.close);
  process.stdout.write(serving.announcement);
  await loaded();
  await serving.closed;
  // requests in progress have no reader any longer
  process.exit(0);
}

/** Ends the process with the reason why it does not start, in one line on stdout: the only one that terraform shows. */
function refuse(reason: string): never {
  process.stdout.write(`${reason.trimEnd().replaceAll(/\s*\n\s*/g, " ")}\n`);
  process.exit(1);
}

/** Listens, or ends the process with the reason why it cannot. */
async function listening(options: Parameters<typeof serve>[0]): Promise<Serving> {
  try {
    return await serve(options);
  } catch (thrown) {
    return refuse(
      thrown instanceof ScanformError ? thrown.message : `scanform's provider does not start: ${messageOf(thrown)}`,
    );
  }
}

function reportCrashes(): void {
  // terraform has exited, and stderr has no reader
  process.stderr.on("error", () => process.exit(1));
  process.on("uncaughtException", (thrown) => {
    process.stderr.write(panicText(thrown));
    process.exit(2);
  });
}

/** Ctrl-C reaches the provider together with terraform, which then sends StopProvider. */
function ignoreInterrupts({ kind }: Start): void {
  if (kind === "plugin") process.on("SIGINT", () => undefined);
}

const endingSignals = ({ kind }: Start): readonly NodeJS.Signals[] =>
  kind === "debug" ? ["SIGINT", "SIGTERM", "SIGHUP"] : ["SIGTERM", "SIGHUP"];
