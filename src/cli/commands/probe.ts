import { resolve } from "node:path";
import type { PlanAccount } from "../../reconcile/plan/change";
import { accountLine } from "../../report/head";
import { chooseAccount } from "../../reconcile/refresh/choose-account";
import { probe } from "../../reconcile/probe/probe";
import { confirm } from "../confirm";
import { type ExitCode, exitCode } from "../exit-codes";
import type { Io } from "../io";
import { semanticsDocument } from "../../reconcile/probe/semantics-document";
import { accountIn } from "../credentials/variables";
import { type CommandDefinition, withExamples, connectedByAlias } from "../options";
import { requireSaving, saveFile } from "../files";
import { type AliasOptions, connectByAlias, sleepWithNotice } from "../session";

export const define: CommandDefinition = (command, { io, finish }) => {
  connectedByAlias(command)
    .option("--auto-approve", "do not ask")
    .option("--out <file>", "save it, for plan --semantics")
    .action(async (flags: ProbeOptions) => {
      finish(await probeCommand(io, flags));
    });
  withExamples(
    command,
    ["find out once, then plan with fewer requests", "scanform probe --out semantics.json"],
    ["and use it", "scanform plan --semantics semantics.json"],
  );
};

interface ProbeOptions extends AliasOptions {
  readonly out?: string;
  readonly autoApprove?: boolean;
}

/** Asks, and finds out how the service behaves where its specification is open, on a scratch configuration. */
async function probeCommand(io: Io, options: ProbeOptions): Promise<ExitCode> {
  if (options.out !== undefined) requireSaving(resolve(io.cwd, options.out), "usage");
  const session = connectByAlias(io, options);
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
      try {
        saveFile(resolve(io.cwd, options.out), text, "usage");
      } catch (thrown) {
        io.out(text); // the account was written to for it
        throw thrown;
      }
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
