import { join } from "node:path";
import * as ts from "typescript";
import { repositoryRoot } from "../support/spawned";

const options: ts.CompilerOptions = {
  module: ts.ModuleKind.Node20,
  target: ts.ScriptTarget.ES2023,
  strict: true,
  noUncheckedIndexedAccess: true,
  noUnusedLocals: true,
  noEmit: true,
  skipLibCheck: true,
  types: ["node"],
  typeRoots: [join(repositoryRoot, "node_modules/@types")],
  paths: {
    "scanform/cdktf": [join(repositoryRoot, "src/constructs/index.ts")],
    "scanform/cdktn": [join(repositoryRoot, "src/constructs/index.ts")],
    constructs: [join(repositoryRoot, "node_modules/constructs")],
  },
};

/** What the compiler says of generated modules in strict mode. @param files their paths, and texts that are not on the disk */
export function typeErrors(files: ReadonlyMap<string, string | undefined>): readonly string[] {
  const host = ts.createCompilerHost(options);
  const own = { ...host };
  const textOf = (path: string): string | undefined => files.get(path);
  host.fileExists = (path) => textOf(path) !== undefined || own.fileExists(path);
  host.readFile = (path) => textOf(path) ?? own.readFile(path);
  host.getSourceFile = (path, version, ...rest) => {
    const text = textOf(path);
    return text === undefined
      ? own.getSourceFile(path, version, ...rest)
      : ts.createSourceFile(path, text, version, true);
  };
  const program = ts.createProgram([...files.keys()], options, host);
  return [...files.keys()]
    .flatMap((path) => ts.getPreEmitDiagnostics(program, program.getSourceFile(path)))
    .map(({ file, messageText }) => `${file?.fileName ?? ""}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`);
}
