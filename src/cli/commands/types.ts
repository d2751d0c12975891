import { fail } from "../../diagnostics/error";
import { visible } from "../../diagnostics/foreign-text";
import { compareSnapshots, type Snapshot, snapshotOf } from "../../generate/types/snapshot";
import type { Reader } from "../../reconcile/ports";
import { checkAccountReachable, chooseAccount } from "../../reconcile/refresh/choose-account";
import { nameChangeLines, nameCounts } from "../../report/name-changes";
import { environmentAccount } from "../credentials/variables";
import { type ExitCode, exitCode } from "../exit-codes";
import type { Io } from "../io";
import { type CommandDefinition, withExamples, connectedByAlias } from "../options";
import { progress } from "../print";
import { type AliasOptions, connectByAlias } from "../session";
import { pastedFile } from "../shell";
import { isUpToDate, readTypesFiles, refuseOtherSnapshot, type TypesFiles, writeTypesFiles } from "../types-files";

export const define: CommandDefinition = (command, { io, finish }) => {
  connectedByAlias(command)
    .option("--out <file>", "the module (default: scanform-types.ts); scanform-types.json is written next to it")
    .option("--check", "write nothing, show what is missing or gone, and exit with 2 if anything is")
    .action(async (flags: TypesOptions) => {
      finish(await typesCommand(io, flags));
    });
  withExamples(
    command,
    ["write scanform-types.ts and scanform-types.json", "scanform types"],
    ["somewhere else", "scanform types --out src/names.ts"],
    ["in a pipeline: exit with 2 if they are out of date", "scanform types --check"],
  );
};

interface TypesOptions extends AliasOptions {
  /** The module; scanform-types.ts if left out. */
  readonly out?: string;
  /** Writes nothing, and says whether the files are out of date. */
  readonly check?: boolean;
}

/** Writes the account's names as TypeScript, or checks that it was. Sends only GET requests. */
async function typesCommand(io: Io, options: TypesOptions): Promise<ExitCode> {
  const files = readTypesFiles(io.cwd, options.out ?? "scanform-types.ts");
  const session = connectByAlias(io, options);
  try {
    const snapshot = await readSnapshot(io, session.reader);
    refuseOtherSnapshot(files, snapshot);
    if (isUpToDate(files, snapshot)) {
      io.err(`${visible(files.names[0])} is up to date: ${countsOf(snapshot)}.\n`);
      return exitCode.done;
    }
    if (options.check === true) return outOfDate(io, files, snapshot, options);
    writeTypesFiles(files, snapshot, io.secrets);
    const names = files.names.map(visible).join(" and ");
    io.err(`${[`Wrote ${names}: ${countsOf(snapshot)}.`, ...changesOf(files, snapshot)].join("\n")}\n`);
    return exitCode.done;
  } catch (thrown) {
    if (io.signal.aborted) return fail("interrupted", "Nothing was written.", {}, thrown);
    throw thrown;
  } finally {
    await session.close();
  }
}

async function readSnapshot(io: Io, reader: Reader): Promise<Snapshot> {
  const { env, signal } = io;
  const { id } = await chooseAccount(reader, environmentAccount(env), signal);
  try {
    const options = { certainty: "whole", signal } as const;
    const [analyzers, policies, repositories] = await Promise.all([
      reader.list("analyzers", id, options),
      reader.list("policies", id, options),
      reader.list("repositories", id, { ...options, onItems: progress(io, "repositories") }),
    ]);
    return snapshotOf(id, { analyzers: analyzers.items, policies: policies.items, repositories: repositories.items });
  } catch (thrown) {
    await checkAccountReachable(reader, id, thrown, signal);
    throw thrown;
  }
}

function outOfDate(io: Io, files: TypesFiles, snapshot: Snapshot, { out }: TypesOptions): ExitCode {
  const again = out === undefined ? "scanform types" : `scanform types --out ${visible(pastedFile(out))}`;
  const [module] = files.names;
  const what = files.text === undefined ? "is not there" : "is out of date";
  io.out(
    `${[`${visible(module)} ${what}. Bring it up to date with: ${again}`, ...changesOf(files, snapshot)].join("\n")}\n`,
  );
  return exitCode.changes;
}

/** What the files lack and have too much; nothing where there are none. */
function changesOf({ before }: TypesFiles, snapshot: Snapshot): readonly string[] {
  if (before === undefined) return [];
  const { added, removed } = compareSnapshots(before, snapshot);
  return nameChangeLines(added, removed);
}

const countsOf = ({ analyzers, policies, repositories }: Snapshot): string => {
  const [one, two, three] = [analyzers, policies, repositories].map((each) => Object.keys(each).length);
  return nameCounts(one ?? 0, two ?? 0, three ?? 0);
};
