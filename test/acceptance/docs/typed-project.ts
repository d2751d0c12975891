import { execFile } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { repositoryRoot } from "../../support/spawned";
import { install } from "../../support/temporary-folder";

/** What `tsc --init` asks for, without what is about output. */
const compilerOptions = {
  ...{ module: "nodenext", target: "es2023", lib: ["es2023"], types: ["node", "jest"], noEmit: true },
  ...{ strict: true, noUncheckedIndexedAccess: true, skipLibCheck: true },
};

/** Makes a folder a reader's project, in which the packages of a guide are installed. */
export function installGuide(folder: string): void {
  const programs = ["jest", "tsc", "tsx"].map((name) => `.bin/${name}`);
  install(folder, ["@swc", "@types", "cdktn", "constructs", "jest", "tsx", "typescript", ...programs]);
  symlinkSync(join(repositoryRoot, "dist/cli/bin.js"), join(folder, "node_modules/.bin/scanform"));
}

/** Writes files into a project, and lets the compiler check all of them at once. @returns what it prints */
export async function typeErrors(folder: string, files: ReadonlyMap<string, string>): Promise<string> {
  installGuide(folder);
  for (const [path, text] of [
    ...files,
    ["package.json", '{ "type": "module" }'],
    ["tsconfig.json", JSON.stringify({ compilerOptions })],
  ] as const) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const tsc = join(repositoryRoot, "node_modules/typescript/bin/tsc");
  try {
    return (await promisify(execFile)(process.execPath, [tsc, "-p", "."], { cwd: folder })).stdout;
  } catch (thrown) {
    return String((thrown as { stdout: unknown }).stdout);
  }
}
