import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fail, messageOf } from "../../diagnostics/error";
import { visible } from "../../diagnostics/foreign-text";
import { declarationOf } from "../../generate/import/declaration";
import type { ImportFormat } from "../../generate/import/formats";
import { importCode, type ImportedCode } from "../../generate/import/import-code";
import { projectFiles } from "../../generate/import/project";
import { usage } from "../../generate/import/typescript/typescript";
import { desiredOf } from "../../library/input";
import type { Observed } from "../../model/entities";
import { isEmpty } from "../../reconcile/plan/plan";
import type { Reader } from "../../reconcile/ports";
import { chooseAccount } from "../../reconcile/refresh/choose-account";
import { refreshAndPlan } from "../../reconcile/refresh/refresh";
import { credentialsOf } from "../credentials/credentials";
import { type ExitCode, exitCode } from "../exit-codes";
import type { Io } from "../io";
import { type ConnectionOptions, connect } from "../session";

export interface ImportCommandOptions extends ConnectionOptions {
  /** The folder to write to; absent: print the code. */
  readonly out?: string;
  readonly flat?: boolean;
  readonly only?: string;
  /** False: no rule for all repositories that are not named. */
  readonly catchAll?: boolean;
  readonly format: ImportFormat;
}

/** Writes code for what is live. Sends only GET requests, and overwrites no file. */
export async function importCommand(io: Io, options: ImportCommandOptions): Promise<ExitCode> {
  const session = connect(io, credentialsOf(io, options, { aliases: [""] }), options);
  try {
    const account = await chooseAccount(session.reader, io.env["SCANFORM_ACCOUNT_ID"], io.signal);
    const observed = await everything(session.reader, account.id, io.signal);
    const { flat = false, only, catchAll = true } = options;
    const code = importCode(observed, options.format, { flat, catchAll, ...(only === undefined ? {} : { only }) });
    const planned = await refreshAndPlan(
      session.reader,
      account,
      desiredOf(declarationOf(code.imported)),
      {},
      {
        signal: io.signal,
      },
    );
    if (!isEmpty(planned) || planned.refusals.length > 0)
      fail(
        "import-changes",
        "A plan of the imported configurations and rules has changes, as when the account changes meanwhile. Import again.",
      );
    if (options.out === undefined) io.out(code.text);
    else io.err(`${save(resolve(io.cwd, options.out), code, options.format)}\n`);
    for (const { what, reason } of code.unexpressed) io.err(visible(`Not imported: ${what}: ${reason}.`) + "\n");
    io.err(`${code.gain}. A plan of these settings and rules shows no changes.\n`);
    return exitCode.done;
  } finally {
    await session.close();
  }
}

/** Every list, to its end. */
async function everything(
  reader: Reader,
  account: Parameters<Reader["repositories"]>[0],
  signal: AbortSignal,
): Promise<Observed> {
  const options = { signal, always: true };
  const [configurations, repositories, policies] = await Promise.all([
    reader.configurations(account, options),
    reader.repositories(account, options),
    reader.customPolicies(account, options),
  ]);
  return { configurations, repositories, policies };
}

/** Writes the code, and a project around it where there is none. Returns what is said of it. */
function save(folder: string, { fileName, text }: ImportedCode, format: ImportFormat): string {
  const path = join(folder, fileName);
  const isNew = format === "typescript" && !Object.keys(projectFiles).some((name) => existsSync(join(folder, name)));
  write(path, text);
  if (isNew) for (const [name, content] of Object.entries(projectFiles)) write(join(folder, name), content);
  if (format !== "typescript") return `Saved to ${visible(path)}.`;
  if (!isNew) return `Saved to ${visible(path)}. Use it in a stack: ${usage}`;
  return `Saved to ${visible(path)}, with ${Object.keys(projectFiles).join(", ")}.`;
}

function write(path: string, text: string): void {
  if (existsSync(path))
    fail("usage", `${path} is there already, and nothing is overwritten. Name another folder with --out.`, { path });
  try {
    mkdirSync(join(path, ".."), { recursive: true });
    writeFileSync(path, text, { flag: "wx" });
  } catch (thrown) {
    fail("usage", `${path} cannot be written: ${messageOf(thrown)}. Name another folder with --out.`, { path }, thrown);
  }
}
