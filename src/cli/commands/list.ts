import { Argument, InvalidArgumentError } from "commander";
import type { Diagnostic } from "../../diagnostics/diagnostic";
import { fail } from "../../diagnostics/error";
import { noneOf } from "../../diagnostics/count";
import { quoted } from "../../diagnostics/foreign-text";
import { compareText } from "../../model/fingerprint";
import { type Severity, severities } from "../../model/findings";
import { suggestion } from "../../model/suggest";
import type { PlanAccount } from "../../reconcile/plan/change";
import type { Reader } from "../../reconcile/ports";
import { checkAccountReachable, reachedAccounts } from "../../reconcile/refresh/choose-account";
import { type ListedItem, listingJson, listingText, type ListKind, listKinds } from "../../report/listing";
import { environmentAccount } from "../credentials/variables";
import { type ExitCode, exitCode } from "../exit-codes";
import type { Io } from "../io";
import { eachAccount } from "../each-account";
import { problemsOf } from "../../report/renderer";
import { type FindingFilter, readFindings } from "../list-findings";
import { itemsAfter, nameFilter, readAccounts, readItems, type SettingsFilter, sortKey } from "../list-items";
import { collected, type CommandDefinition, withExamples, connectedByAlias, wholeNumber } from "../options";
import { printDiagnostics, progress } from "../print";
import { type AliasOptions, connectByAlias } from "../session";
import { conditionIn } from "../where";

export const define: CommandDefinition = (command, { io, finish }) => {
  connectedByAlias(command)
    .addArgument(
      // the choices are for the help; the command itself names the nearest one
      new Argument("<kind>", "what to list").choices(listKinds).argParser((text: string) => text),
    )
    .option("--name <pattern>", "only names that match this SQL LIKE pattern: % is any text, _ any one character")
    .option(
      "--severity <severities>",
      `only findings of these severities, comma-separated: ${severities.join(", ")}`,
      severitiesIn,
    )
    .option("--repository <name>", "only findings of this repository, by its name or id")
    .option(
      "--limit <count>",
      "at most this many findings of an account, the newest first (default: 50)",
      wholeNumber(1, 5000),
    )
    .option(
      "--where <condition>",
      "only those whose settings match, such as 'secrets.blocking != true'; repeatable",
      collected,
    )
    .option("--after <file>", "what holds once the plan of this JSON document is applied")
    .option("--json", "print one JSON document")
    .action(async (kind: string, flags: ListOptions) => {
      finish(await listCommand(io, kind, flags));
    });
  withExamples(
    command,
    ["all repositories, with the configuration that each has", "scanform list repositories"],
    ["only some, for a program", "scanform list repositories --name 'payments-%' --json"],
    ["those in which secrets does not block", "scanform list repositories --where 'secrets.blocking != true'"],
    ["the names that a declaration needs", "scanform list analyzers"],
    ["the findings to decide about", "scanform list findings --severity critical,high"],
  );
};

interface ListOptions extends AliasOptions {
  /** SQL LIKE. */
  readonly name?: string;
  readonly severity?: readonly Severity[];
  readonly repository?: string;
  readonly limit?: number;
  /** Conditions on settings: all of them. */
  readonly where?: readonly string[];
  /** The document of a plan. */
  readonly after?: string;
  readonly json?: boolean;
}

/** Lists what the accounts of a key have, each kind by name. Sends only GET requests. */
async function listCommand(io: Io, kind: string, options: ListOptions): Promise<ExitCode> {
  const known = kindOf(kind);
  const filter = nameFilter(known, options.name);
  for (const { names, kinds } of optionsOf)
    for (const each of names)
      if (options[each] !== undefined && !kinds.includes(known))
        fail("usage", `--${each} is for ${kinds.join(" and ")}: scanform list ${kinds[0] ?? ""} --${each} ...`);
  const where = (options.where ?? []).map(conditionIn);
  if (options.after !== undefined && (known === "repositories" || known === "configurations")) {
    const items = await itemsAfter(io, options.after, known, { where });
    return show(io, known, options, { accounts: [], items: sorted(known, items), failed: [] }, filter);
  }
  const session = connectByAlias(io, options);
  try {
    const matches = options.name === undefined ? undefined : filter;
    const found = await read(io, session.reader, known, { limit: 50, ...options, matches, where });
    return show(io, known, options, found, filter);
  } catch (thrown) {
    if (io.signal.aborted) return fail("interrupted", "Nothing was changed.", {}, thrown);
    throw thrown;
  } finally {
    await session.close();
  }
}

/** Options that only some kinds have. */
const optionsOf: readonly {
  readonly names: readonly (keyof ListOptions)[];
  readonly kinds: readonly ListKind[];
}[] = [
  { names: ["severity", "repository", "limit"], kinds: ["findings"] },
  { names: ["where", "after"], kinds: ["repositories", "configurations"] },
];

/** Prints what was found, and what could not be read. */
function show(
  io: Io,
  kind: ListKind,
  options: ListOptions,
  { accounts, items, isMore = false, failed }: Read,
  filter: (item: ListedItem) => boolean,
): ExitCode {
  const shown = items.filter(filter);
  if (options.json === true) io.out(listingJson(shown, failed));
  else io.out(listingText(kind, shown, io.columns, accounts.length > 1 ? namesOf(accounts) : undefined));
  if (isMore) io.err("There are more. --limit shows them; --severity, --repository and --name narrow them down.\n");
  else if (shown.length === 0) io.err(`${nothing(kind, options, items.length)}\n`);
  if (options.json !== true) printDiagnostics(io, failed);
  return failed.length > 0 ? exitCode.error : exitCode.done;
}

function severitiesIn(text: string): readonly Severity[] {
  return text.split(",").map((each) => {
    const known = severities.find((severity) => severity === each.trim().toLowerCase());
    if (known !== undefined) return known;
    throw new InvalidArgumentError(`${JSON.stringify(each)} is none of ${severities.join(", ")}.`);
  });
}

interface Read {
  readonly accounts: readonly PlanAccount[];
  readonly items: readonly ListedItem[];
  /** There are findings that are not shown. */
  readonly isMore?: boolean;
  /** Why some of several accounts could not be read. */
  readonly failed: readonly Diagnostic[];
}

const sorted = (kind: ListKind, items: readonly ListedItem[]): readonly ListedItem[] =>
  items
    .map((item) => ({ item, key: sortKey(kind, item) }))
    .sort((left, right) => compareText(left.key, right.key))
    .map(({ item }) => item);

async function read(io: Io, reader: Reader, kind: ListKind, filter: FindingFilter & SettingsFilter): Promise<Read> {
  if (kind === "accounts")
    return { accounts: [], items: sorted(kind, await readAccounts(reader, io.signal)), failed: [] };
  const accounts = await reachedAccounts(reader, environmentAccount(io.env), io.signal);
  const counted = kind === "configurations" ? "repositories" : kind; // which is the longer list
  const how = {
    signal: io.signal,
    where: filter.where,
    ...(accounts.length === 1 ? { onItems: progress(io, counted) } : {}),
  };
  const each = accounts.map((account) => ({ account }));
  const { done, failed } = await eachAccount(io, each, async ({ account: { id } }) => {
    try {
      return kind === "findings"
        ? await readFindings(reader, id, filter, io.signal)
        : { items: sorted(kind, await readItems[kind](reader, id, how)), isMore: false };
    } catch (thrown) {
      await checkAccountReachable(reader, id, thrown, io.signal);
      throw thrown;
    }
  });
  return {
    accounts,
    items: done.flatMap(({ items }) => items),
    isMore: done.some(({ isMore }) => isMore),
    failed: problemsOf(failed),
  };
}

function kindOf(given: string): ListKind {
  const known = listKinds.find((each) => each === given);
  if (known !== undefined) return known;
  const begun = listKinds.filter((each) => given !== "" && each.startsWith(given.toLowerCase()));
  const nearest = begun.length > 0 ? suggestion(begun[0] ?? "", begun) : suggestion(given, listKinds);
  return fail("usage", `${JSON.stringify(given)} cannot be listed. ${nearest}`);
}

const namesOf = (accounts: readonly PlanAccount[]): ReadonlyMap<string, string> =>
  new Map(accounts.map(({ id, name }) => [id, name ?? id]));

function nothing(kind: ListKind, { name: pattern, where = [] }: ListOptions, all: number): string {
  if (all === 0 && where.length > 0) return `There are no ${kind} for which this holds: ${where.join(", ")}.`;
  if (all === 0 || pattern === undefined) return `There are no ${kind}.`;
  return `No ${kind} match ${quoted(pattern)}: ${noneOf(all)}. % is any text, _ any character.`;
}
