import { lstatSync, rmSync } from "node:fs";
import { join } from "node:path";
import { foundByConstructs } from "../declaration/found-by-constructs";
import type { DiagnosticCode } from "../diagnostics/catalogue";
import { type Diagnostic, error } from "../diagnostics/diagnostic";
import { temporaryFolder } from "../diagnostics/temporary-folder";
import { parseJsonOrNothing } from "../model/parse-json";
import { beginningOf } from "./files";

/** The variable that names the file to the constructs of an app. */
const variable = "SCANFORM_PROBLEMS";

/** How much of the file is read, in bytes. An app that writes more has problems all the same. */
const mostBytes = 4 * 2 ** 20;

/** A file through which the constructs of an app report what is wrong with them. */
export interface ProblemChannel {
  /** For the app's environment. */
  readonly env: NodeJS.ProcessEnv;
  /** What the app has reported; the program may be anybody's. @param redact removes keys */
  read(redact: (text: string) => string): readonly Diagnostic[];
  /** Removes the file. */
  remove(): void;
}

export function problemChannel(): ProblemChannel {
  const folder = temporaryFolder();
  const path = join(folder, "problems.jsonl");
  return {
    env: { [variable]: path },
    read: (redact) => {
      const status = lstatSync(path, { throwIfNoEntry: false });
      if (!status?.isFile()) return [];
      if (status.size <= mostBytes) return problemsIn(redact(beginningOf(path, mostBytes)));
      // the line that is cut is left out
      return [...problemsIn(redact(wholeLines(beginningOf(path, mostBytes)))), tooMuch];
    },
    remove: () => {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const tooMuch = error("declaration-invalid", "The app reports more problems than are read. Fix these first.");

const wholeLines = (text: string): string => text.slice(0, text.lastIndexOf("\n") + 1);

/** One problem per line. */
function problemsIn(text: string): readonly Diagnostic[] {
  const lines = [...new Set(text.split("\n"))].filter((line) => line !== "");
  return foundByConstructs(lines.map((line) => parseJsonOrNothing(line)));
}

interface FrameworkProblems {
  readonly problems: readonly Diagnostic[];
  /** What else the app has printed. */
  readonly others: string;
}

/** What Node prints before the error, the error, the framework's advice to skip validation, the stack and Node's version. */
const failure =
  /(?:^(?:\S*errors|.*[\\/]cdkt[fn][\\/].*)\.[jt]s:\d+\n[^]{0,2000}?\n\s*\^\n\s*)?^Error: Validation failed with the following errors:\n((?: {2}\[.*\n)+)\s*If you wish to ignore these validations.*\n?(?:\s+at .*\n?)*(?:\s*Node\.js v.*)?/m;

const noProvider = /^Found resources without a matching provider construct\..* the following providers: (.+)$/;

/**
 * The problems for which cdktn or cdktf itself refuses a stack, read from what the app has printed: without the stack
 * trace, and without the advice to skip validation. Undefined where the app failed for another reason.
 */
export function frameworkProblems(said: string): FrameworkProblems | undefined {
  const found = failure.exec(said);
  const problems = [...(found?.[1] ?? "").matchAll(/^ {2}\[([^\]]+)\] (.+)$/gm)].map(([, address, message = ""]) =>
    error("declaration-invalid", words(message), { address }),
  );
  if (found === null || problems.length === 0) return undefined;
  const others = said.slice(0, found.index) + said.slice(found.index + found[0].length);
  return { problems, others: others.trim() };
}

/** The problems for which constructs throw an error, at once. */
const ending: ReadonlySet<DiagnosticCode> = new Set(["framework-mismatch", "framework-missing", "stack-missing"]);

/** What Node prints around an error of scanform's own constructs: the place in them before, its version after. */
const around = [
  String.raw`(?:^(?:.*[\\/]framework[\\/][\w-]+\.js|node:internal/.*):\d+\n[^]{0,2000}?\n\s*\^+\n\s*)?`,
  String.raw`\n?(?:\s+at .*\n?)*(?:\s*Node\.js v.*)?`,
] as const;

/**
 * What an app has printed besides the error by which its constructs have ended it, and of which they have reported the
 * problem. Undefined where it ended for another reason.
 */
export function besideReported(printed: string, reported: readonly Diagnostic[]): string | undefined {
  for (const { code, detail } of reported) {
    if (!ending.has(code)) continue;
    const sentence = detail.replace(/^It /, "").replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
    const found = new RegExp(`${around[0]}^\\[?Error: "[^\n]*" ${sentence}\\]?$${around[1]}`, "m").exec(printed);
    if (found !== null) return (printed.slice(0, found.index) + printed.slice(found.index + found[0].length)).trim();
  }
  return undefined;
}

function words(message: string): string {
  const providers = noProvider.exec(message)?.[1]?.split(", ");
  if (providers?.includes("scanform") !== true) return message;
  const others = providers.filter((each) => each !== "scanform");
  const more = others.length === 0 ? "" : ` Those of ${others.join(", ")} have none either.`;
  return `The stack has constructs of scanform and no provider for them: add new ScanformProvider(this, "scanform").${more}`;
}
