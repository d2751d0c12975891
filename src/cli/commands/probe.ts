import { resolve } from "node:path";
import type { PlanAccount } from "../../reconcile/plan/change";
import { accountLine } from "../../report/head";
import { fail, messageOf } from "../../diagnostics/error";
import { chooseAccount } from "../../reconcile/refresh/choose-account";
import { probe } from "../../reconcile/probe/probe";
import { confirm } from "../confirm";
import { type ExitCode, exitCode } from "../exit-codes";
import type { Io } from "../io";
import { semanticsDocument } from "../../reconcile/probe/semantics-document";
import { credentialsOf } from "../credentials/operator";
import { accountIn } from "../credentials/variables";
import { type CommandDefinition, withExamples, connected } from "../options";
import { replaceFile, tryToReplaceFile } from "../files";
import { connect, type ConnectionOptions, sleepWithNotice } from "../session";

export const define: CommandDefinition = (command, { io, finish }) => {
  connected(command)
    .option("--auto-approve", "do not ask")
    .option("--out <file>", "save it, for plan --semantics")
    .option("--alias <name>", "ask with the key of this provider block: SCANFORM_API_KEY_<ALIAS>")
    .action(async (flags: ProbeOptions) => {
      finish(await probeCommand(io, flags));
    });
  withExamples(
    command,
    ["find out once, then plan with fewer requests", "scanform probe --out semantics.json"],
    ["and use it", "scanform plan --semantics semantics.json"],
  );
};

interface ProbeOptions extends ConnectionOptions {
  readonly out?: string;
  /** The alias of the provider block whose key is used. */
  readonly alias?: string;
  readonly autoApprove?: boolean;
}

/** Asks, and finds out how the service behaves where its specification is open, on a scratch configuration. */
async function probeCommand(io: Io, options: ProbeOptions): Promise<ExitCode> {
  const credentials = credentialsOf(io, options, { aliases: [options.alias ?? ""] });
  if (options.out !== undefined) beforeProbing(resolve(io.cwd, options.out));
  const session = connect(io, credentials, options);
  try {
    const account = await chooseAccount(session.reader, accountIn(io.env), io.signal);
    io.err(intention(account, session.url));
    const otherwise = "Say --auto-approve if that may be written.";
    if (options.autoApprove !== true) await confirm(io, "Probe this account?", otherwise);
    const { semantics, cleaned } = await probe(account.id, {
      reader: session.reader,
      writer: session.writer(true),
      sleep: sleepWithNotice(io, "until the service shows what was tried"),
      signal: io.signal,
    });
    const text = `${JSON.stringify(semanticsDocument(session.url, account.id, semantics), null, 2)}\n`;
    if (cleaned > 0) io.err(`${String(cleaned)} scratch configuration(s) of an earlier probe were deleted.\n`);
    if (options.out === undefined) io.out(text);
    else {
      save(io, resolve(io.cwd, options.out), text);
      io.err(`Saved to ${options.out}. Plan with it: scanform plan --semantics ${options.out}\n`);
    }
    return exitCode.done;
  } finally {
    await session.close();
  }
}

/** What a probe writes, and where. */
const intention = ({ id, name }: PlanAccount, url: string): string =>
  `The probe writes to ${accountLine({ id, ...(name === undefined ? {} : { name }), baseUrl: url })}:
  + it creates a configuration scanform-probe-<uuid> without repositories, and changes it several times
  - it deletes that configuration, and those that interrupted probes have left and no repository has
`;

/** The probe writes to the account: a file that cannot be written is found before. */
function beforeProbing(path: string): void {
  try {
    tryToReplaceFile(path);
  } catch (thrown) {
    unwritable(path, "Nothing was sent.", thrown);
  }
}

function save(io: Io, path: string, text: string): void {
  try {
    replaceFile(path, text);
  } catch (thrown) {
    io.out(text);
    unwritable(path, "The result is printed instead.", thrown);
  }
}

const unwritable = (path: string, state: string, thrown: unknown): never =>
  fail(
    "usage",
    `${path} cannot be written: ${messageOf(thrown)}. ${state} Name another file with --out.`,
    { path },
    thrown,
  );
