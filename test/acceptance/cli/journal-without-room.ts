import { execFileSync } from "node:child_process";
import { ScanformError } from "../../../src/diagnostics/error";
import { journalFile, readJournal } from "../../../src/cli/journal-file";
import { Secrets } from "../../../src/cli/credentials/secrets";
import { ServiceClient } from "../../../src/service/service-client";
import { declare, desired, live, planned } from "../../reconcile/account";

/** A program: prints the entries of a journal whose first entry has no room, and whose second one has. */
const [path = ""] = process.argv.slice(2);
const plan = planned(desired([declare("a", { comment: "enabled" })]), live({ a: { settings: { comment: "silent" } } }));
const reader = new ServiceClient({ baseUrl: "http://127.0.0.1:1", apiKey: "not-used" });
const session = { url: "http://127.0.0.1:1", reader, writer: () => reader, close: () => reader.close() };
const journal = journalFile(
  path,
  { plan, session, provider: { aliases: [""] }, locations: new Map() },
  { now: Date.now, secrets: new Secrets({}) },
);

function send(bytes: string): boolean {
  execFileSync("prlimit", ["--pid", String(process.pid), `--fsize=${bytes}:`]);
  try {
    for (const write of plan.writes) journal.sending(write, []);
    return true;
  } catch (thrown) {
    if (thrown instanceof ScanformError) return false;
    throw thrown;
  }
}

const sent = [send("0"), send("unlimited")];
journal.close();
process.stdout.write(JSON.stringify({ sent, entries: readJournal(path).entries.map(({ type }) => type) }));
void session.close();
