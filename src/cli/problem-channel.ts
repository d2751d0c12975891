import { closeSync, lstatSync, mkdtempSync, openSync, readSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DiagnosticCode } from "../diagnostics/catalogue";
import { phrasebook, type ProblemKind } from "../diagnostics/phrasebook";
import { type Diagnostic, error } from "../diagnostics/diagnostic";
import { notShown } from "../declaration/refusals";
import { isLocation } from "../diagnostics/locations";
import { isObject } from "../model/json";
import { parseJsonOrNothing } from "../model/parse-json";

/** The variable that names the file to the constructs of an app. */
const variable = "SCANFORM_PROBLEMS";

/** How much of the file is read, in bytes. An app that writes more has problems all the same. */
const mostBytes = 4 * 2 ** 20;
const mostProblems = 1000;
const mostCharacters = 5000;

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
  const folder = mkdtempSync(join(tmpdir(), "scanform-"));
  const path = join(folder, "problems.jsonl");
  return {
    env: { [variable]: path },
    read: (redact) => {
      const status = lstatSync(path, { throwIfNoEntry: false });
      if (!status?.isFile()) return [];
      if (status.size <= mostBytes) return problemsIn(redact(beginningOf(path)));
      // the line that is cut is left out
      return [...problemsIn(redact(wholeLines(beginningOf(path)))), tooMuch];
    },
    remove: () => {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const tooMuch = error("declaration-invalid", "The app reports more problems than are read. Fix these first.");

/** @returns at most `mostBytes` */
function beginningOf(path: string): string {
  const bytes = Buffer.alloc(mostBytes);
  const file = openSync(path, "r");
  try {
    return bytes.toString("utf8", 0, readSync(file, bytes));
  } finally {
    closeSync(file);
  }
}

const wholeLines = (text: string): string => text.slice(0, text.lastIndexOf("\n") + 1);

/** One problem per line; what is none is passed over. */
function problemsIn(text: string): readonly Diagnostic[] {
  const lines = [...new Set(text.split("\n"))].filter((line) => line !== "");
  const shown = lines.slice(0, mostProblems).flatMap(diagnosticOf);
  if (lines.length <= mostProblems) return shown;
  return [...shown, notShown(lines.length - mostProblems)];
}

function diagnosticOf(line: string): readonly Diagnostic[] {
  const told = parseJsonOrNothing(line);
  if (!isObject(told)) return [];
  const { code, path, key, location, detail } = told;
  if (typeof path !== "string" || typeof detail !== "string") return [];
  const place = {
    address: path.slice(0, mostCharacters),
    path: typeof key === "string" ? key.slice(0, mostCharacters) : undefined,
    location: isLocation(location) ? location : undefined,
  };
  return [error(codeOf(code), detail.slice(0, mostCharacters), place)];
}

const codeOf = (code: unknown): DiagnosticCode =>
  typeof code === "string" && Object.hasOwn(phrasebook, code) ? (code as ProblemKind) : "declaration-invalid";
