import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fail, messageOf } from "../../diagnostics/error";
import { visible } from "../../diagnostics/foreign-text";
import type { ImportFormat } from "../../generate/import/formats";
import type { ImportedCode } from "../../generate/import/import-code";
import { importedConstruct } from "../../generate/import/typescript/typescript";
import { usageOf } from "../../generate/project/declared-construct";
import { projectFiles } from "../../generate/project/project-files";
import { type ExitCode, exitCode } from "../exit-codes";
import { importLive, sayImported } from "../import-live";
import type { Io } from "../io";
import type { ConnectionOptions } from "../session";

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
  const { flat = false, only, catchAll = true, format } = options;
  const { code } = await importLive(io, options, format, { flat, catchAll, ...(only === undefined ? {} : { only }) });
  if (options.out === undefined) io.out(code.text);
  else io.err(`${save(resolve(io.cwd, options.out), code, format)}\n`);
  sayImported(io, code);
  return exitCode.done;
}

/** Writes the code, and a project around it where there is none. Returns what is said of it. */
function save(folder: string, { fileName, text }: ImportedCode, format: ImportFormat): string {
  const path = join(folder, fileName);
  const around = projectFiles("cdktf", importedConstruct);
  const isNew = format === "typescript" && !Object.keys(around).some((name) => existsSync(join(folder, name)));
  write(path, text);
  if (isNew) for (const [name, content] of Object.entries(around)) write(join(folder, name), content);
  if (format !== "typescript") return `Saved to ${visible(path)}.`;
  if (!isNew) return `Saved to ${visible(path)}. Use it in a stack: ${usageOf(importedConstruct, "this")}`;
  return `Saved to ${visible(path)}, with ${Object.keys(around).join(", ")}.`;
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
