import { existsSync } from "node:fs";
import { join } from "node:path";
import { Application, Converter, ReflectionKind } from "typedoc";
import { load as markdown } from "typedoc-plugin-markdown";
import { missing } from "./missing.mjs";
import { asWritten } from "./as-written.mjs";
import { writeDiagnostics } from "./diagnostics.mjs";
import { prune } from "./prune.mjs";

const root = join(import.meta.dirname, "..", "..");

/** The entry points of the package that have types, by their names for `import`. cdktf has those of cdktn. */
const entries = {
  "scanform/cdktn": "src/constructs/index.ts",
  scanform: "src/library/index.ts",
  "scanform/policy": "src/policy/index.ts",
  "scanform/testing": "src/testing/index.ts",
  "scanform/emulator": "src/emulator/index.ts",
  "scanform/service": "src/service/index.ts",
  "scanform/webhooks": "src/webhooks/index.ts",
};

const options = {
  plugin: [markdown],
  tsconfig: join(root, "src", "tsconfig.json"),
  // the compiler has its own script, `npm run types`
  skipErrorChecking: true,
  logLevel: "Warn",
  readme: "none",
  disableSources: true,
  excludeInternal: true,
  excludePrivate: true,
  excludeProtected: true,
  hideGenerator: true,
  githubPages: false,
  cleanOutputDir: true,
  outputFileStrategy: "members",
  membersWithOwnFile: ["Class"],
  entryFileName: "README",
  hideBreadcrumbs: true,
  hidePageHeader: true,
  parametersFormat: "table",
  interfacePropertiesFormat: "table",
  classPropertiesFormat: "table",
  typeAliasPropertiesFormat: "table",
  enumMembersFormat: "table",
  typeDeclarationFormat: "table",
};

/** Replaces the pages in a folder. @returns what the docstrings lack, a line each */
export async function writeReference(outdir) {
  const present = Object.entries(entries).filter(([, path]) => existsSync(join(root, path)));
  const names = new Map(present.map(([name, path]) => [path.split("/")[1], name]));
  const entryPoints = present.map(([, path]) => join(root, path));
  const app = await Application.bootstrapWithPlugins({ ...options, entryPoints, out: outdir });
  app.converter.on(Converter.EVENT_CREATE_DECLARATION, (_context, reflection) => {
    if (reflection.kind === ReflectionKind.Module) reflection.name = names.get(reflection.name) ?? reflection.name;
  });
  asWritten(app);
  prune(app);
  const project = await app.convert();
  if (project === undefined) throw new Error("The docstrings could not be read.");
  await app.generateOutputs(project);
  await writeDiagnostics(outdir);
  return missing(project);
}
