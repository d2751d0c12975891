import type { DeclaredConstruct } from "./declared-construct";
import type { Framework } from "./frameworks";
import { mainFile } from "./main-file";
import { cdktfJson, tsconfigJson } from "./tool-files";

/** The texts of files by their paths in a project. */
export type FileTexts = Readonly<Record<string, string>>;

/** What `scanform plan` needs besides the module of the construct: main.ts, cdktf.json, tsconfig.json. */
export const projectFiles = (framework: Framework, declared: DeclaredConstruct, accountId?: string): FileTexts => ({
  "main.ts": mainFile(framework, declared, accountId),
  "cdktf.json": cdktfJson,
  "tsconfig.json": tsconfigJson,
});
