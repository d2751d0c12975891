import { terminal } from "./io";
import { run } from "./run";

const interrupt = new AbortController();
process.on("SIGINT", () => {
  // a second Ctrl-C does not wait for requests in flight
  if (interrupt.signal.aborted) process.exit(130);
  interrupt.abort();
});
for (const signal of ["SIGTERM", "SIGHUP"] as const)
  process.on(signal, () => {
    interrupt.abort();
  });

// the reader may stop early, as `| head` does, or the disk may be full: an apply continues nevertheless
let unwritten: string | undefined;
for (const stream of [process.stdout, process.stderr])
  stream.on("error", (thrown: NodeJS.ErrnoException) => {
    if (thrown.code !== "EPIPE") unwritten = thrown.message;
  });

process.on("exit", () => {
  if (unwritten === undefined) return;
  if (process.exitCode === 0) process.exitCode = 1;
  process.stderr.write(`error: not everything could be printed: ${unwritten}\n`);
});

/** The folder of the shell may have been deleted since. */
function isInFolder(): boolean {
  try {
    process.cwd();
    return true;
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === "ENOENT") return false;
    throw thrown;
  }
}

if (isInFolder())
  void run(process.argv.slice(2), terminal(interrupt.signal)).then((code) => {
    process.exitCode = code;
  });
else {
  process.stderr.write("error: the current folder is not there any more. Change to one that is, and run this again.\n");
  process.exitCode = 1;
}
