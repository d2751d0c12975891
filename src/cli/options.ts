import { type Command, InvalidArgumentError, Option } from "commander";
import { fail } from "../diagnostics/error";
import { like, LikePatternError } from "../model/sql-like";
import { type GateCondition, gateConditions } from "../report/conditions";
import type { ExitCode } from "./exit-codes";
import type { Io, Terminal } from "./io";

/** What the definition of a command gets. */
export interface Running {
  readonly io: Io;
  /** Prints keys too: those of the emulator are there to be copied. */
  readonly open: Terminal;
  /** Is called with the exit code. */
  readonly finish: (code: ExitCode) => void;
}

/** Gives a command of the program its options, examples and action. */
export type CommandDefinition = (command: Command, running: Running) => void;

/** What a command line is good for, and the line as it is typed. */
type Example = readonly [purpose: string, line: string];

/** Ends the help of a command with examples. */
export const withExamples = (command: Command, ...examples: readonly Example[]): Command =>
  command.addHelpText(
    "after",
    `\nExamples:\n${examples.map(([purpose, line]) => `  # ${purpose}\n  $ ${line}`).join("\n")}`,
  );

/** The options of every command that connects to the service. */
export const connected = (command: Command): Command =>
  command
    .option("--timeout <seconds>", "how long to wait for the service", wholeNumber(1, 3600))
    .option("--base-url <url>", "the service's URL; overrides SCANFORM_BASE_URL")
    .option("--insecure", "allow http and unchecked certificates");

/** The options of every command that asks for the accounts of a key, whatever is declared. */
export const connectedByAlias = (command: Command): Command =>
  connected(command).option("--alias <name>", "ask with the key of this provider block: SCANFORM_API_KEY_<ALIAS>");

/** The option of every command that runs the app. */
export const synthesizing = (command: Command): Command =>
  command.option("--app-timeout <seconds>", "stop an app that takes longer (default: 600)", wholeNumber(1, 86_400));

/** The options of every command that compares a declaration with the service. */
export const reading = (command: Command): Command =>
  synthesizing(connected(command))
    .option("--synthesized <dir>", "read this output of cdktf instead of running the app")
    .option(
      "--account <name>",
      "only this account of several: its id, its alias or its name",
      onlyOne("run the command again for another account"),
    );

/** The options of every command that plans a declaration. */
export const declaring = (command: Command): Command =>
  failingOn(reading(command))
    .option("--prune", "delete what is in managedScope and not declared")
    .option("--force", "override the safety limits");

/** The option of every command that compares with an earlier declaration. */
export const basing = (command: Command): Command =>
  command.option("--base <dir>", "compare with an earlier output of cdktf");

/** The option of every command that runs policies. */
export const policing = (command: Command): Command =>
  command
    .option(
      "--policy <file>",
      "run these policies; exit with 3 if one denies",
      onlyOne("one file can import the policies of another"),
    )
    .option("--policy-timeout <seconds>", "stop policies that take longer (default: 10)", wholeNumber(1, 3600));

/** The last of several would silently replace the others. @param instead of a second one */
const onlyOne =
  (instead: string) =>
  (text: string, before?: string): string => {
    if (before === undefined) return text;
    throw new InvalidArgumentError(`It can be given once: ${instead}.`);
  };

/** The option of every command that shows a plan and may save or apply it. */
export const failingOn = (command: Command): Command =>
  command.addOption(
    new Option("--fail-on <conditions>", "exit with 3 if the plan does one of these")
      // for the help: several may be named at once
      .choices(gateConditions)
      .argParser(conditions),
  );

function conditions(text: string, before: readonly GateCondition[] = []): readonly GateCondition[] {
  const given = text.split(",").map((each) => {
    const known = gateConditions.find((condition) => condition === each.trim());
    if (known !== undefined) return known;
    throw new InvalidArgumentError(`${JSON.stringify(each)} is none of ${gateConditions.join(", ")}.`);
  });
  return [...new Set([...before, ...given])];
}

/** The options of every command that prints in several formats. @param table what prints each */
export const formatting = (
  command: Command,
  table: Readonly<Record<string, unknown>>,
  what = "form of the report",
): Command =>
  command
    .addOption(new Option("--format <format>", what).choices(Object.keys(table)))
    .option("--json", "the same as --format json");

/** The options of a command as they are typed, where `--json` is short for `--format json`. */
export type Flags<T extends { format: string }> = Omit<T, "format"> & {
  readonly json?: boolean;
  readonly format?: T["format"];
};

/** The format that `--format` and `--json` request together. */
export function formatOf<F extends string>(flags: {
  readonly json?: boolean;
  readonly format?: F;
}): F | "json" | "text" {
  const { json, format } = flags;
  if (json !== true) return format ?? "text";
  if (format !== undefined && format !== "json")
    throw new InvalidArgumentError(`--json and --format ${format} exclude each other.`);
  return "json";
}

/** @throws ScanformError `name-pattern-invalid` @param option whose value the pattern is */
export function likeOption(option: string, pattern: string): (name: string) => boolean {
  try {
    return like(pattern);
  } catch (thrown) {
    if (!(thrown instanceof LikePatternError)) throw thrown;
    return fail("name-pattern-invalid", `${option}: ${thrown.message}; write two for a literal backslash.`, {}, thrown);
  }
}

/** The values of an option that is repeatable. */
export const collected = (text: string, before: readonly string[] = []): readonly string[] => [...before, text];

/** Milliseconds. */
export function duration(text: string): number {
  const parsed = parseDuration(text);
  if (parsed !== undefined) return parsed;
  throw new InvalidArgumentError("It must be a whole number from 1, then m, h or d, such as 90m, 36h or 7d.");
}

export const wholeNumber =
  (least: number, most: number) =>
  (text: string): number => {
    const number = Number(text);
    if (/^\d+$/.test(text) && number >= least && number <= most) return number;
    throw new InvalidArgumentError(`It must be a whole number from ${String(least)} to ${String(most)}.`);
  };

/** The units of a duration on a command line, the longest first. */
export const milliseconds = { d: 86_400_000, h: 3_600_000, m: 60_000 } as const;

type Unit = keyof typeof milliseconds;

const units = Object.keys(milliseconds) as readonly Unit[];
const form = new RegExp(`^([1-9]\\d{0,5})([${units.join("")}])$`);

/** Milliseconds of a whole number and a unit, such as `90m`, `36h` or `7d`; undefined for other text. */
export function parseDuration(text: string): number | undefined {
  const [, count, unit] = form.exec(text) ?? [];
  return count === undefined ? undefined : Number(count) * milliseconds[unit as Unit];
}

/** The same duration in the longest unit that gives a whole number. */
export function durationText(duration: number): string {
  const unit = units.find((each) => duration % milliseconds[each] === 0) ?? "m";
  return `${String(Math.ceil(duration / milliseconds[unit]))}${unit}`;
}
