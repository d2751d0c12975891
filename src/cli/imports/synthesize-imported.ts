import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { readDeclaration } from "../../declaration/read-declaration";
import { error } from "../../diagnostics/diagnostic";
import { fail, messageOf, ScanformError } from "../../diagnostics/error";
import type { DeclaredConstruct } from "../../generate/project/project-files";
import type { Framework } from "../../generate/choices";
import { isObject } from "../../model/json";
import type { Desired } from "../../model/desired";
import { isKeyVariable } from "../credentials/secrets";
import type { Io } from "../io";
import { problemChannel } from "../problem-channel";
import { importedProgram } from "./imported-program";

/** What the generated code declares, or why it cannot be run in its folder. */
export type Tried = { readonly desired: Desired } | { readonly missing: string };

/** The longest that the code may run, in milliseconds. */
const limit = 600_000;

/**
 * Runs the module with the packages of its folder, without any key in its environment, and reads what it declares.
 *
 * @throws ScanformError when it fails
 */
export async function synthesizeImported(
  io: Io,
  folder: string,
  { fileName, className }: DeclaredConstruct,
  framework: Framework,
): Promise<Tried> {
  const packages = createRequire(join(folder, fileName));
  const missing = ["tsx/cjs", "constructs", framework, `scanform/${framework}`].find((name) => !has(packages, name));
  if (missing !== undefined) return { missing: missing.replace(/\/.*/, "") };
  const temporary = mkdtempSync(join(tmpdir(), "scanform-"));
  const output = join(temporary, "out");
  const problems = problemChannel();
  const env = Object.fromEntries(Object.entries(io.env).filter(([name]) => !isKeyVariable(name)));
  try {
    await promisify(execFile)(
      process.execPath,
      ["--require", packages.resolve("tsx/cjs"), "-e", importedProgram, join(folder, fileName), className, framework],
      {
        cwd: folder,
        env: { ...env, CDKTF_OUTDIR: output, CHECKPOINT_DISABLE: "1", ...problems.env },
        maxBuffer: 64 * 2 ** 20,
        signal: io.signal,
        timeout: limit,
      },
    ).catch((thrown: unknown) => {
      if (io.signal.aborted) fail("interrupted", "Nothing was written.", {}, thrown);
      const told = problems.read((text) => io.secrets.redact(text));
      const said = isObject(thrown) && typeof thrown["stderr"] === "string" ? thrown["stderr"].trim() : "";
      const words = io.secrets.redact(said === "" ? messageOf(thrown) : said).slice(-2000);
      throw new ScanformError([...told, error("app-failed", `The imported code does not run:\n${words}`)], {
        cause: thrown,
      });
    });
    const [declared] = readDeclaration(output).accounts;
    return { desired: declared?.desired ?? { configurations: [], assignments: [] } };
  } finally {
    problems.remove();
    rmSync(temporary, { recursive: true, force: true });
  }
}

function has(packages: NodeJS.Require, name: string): boolean {
  try {
    packages.resolve(name);
    return true;
  } catch (thrown) {
    if (
      isObject(thrown) &&
      (thrown["code"] === "MODULE_NOT_FOUND" || thrown["code"] === "ERR_PACKAGE_PATH_NOT_EXPORTED")
    )
      return false;
    throw thrown;
  }
}
