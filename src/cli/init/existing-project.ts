import { join } from "node:path";
import { fail } from "../../diagnostics/error";
import { constructOf } from "../../generate/import/typescript/module-parts";
import type { DeclaredConstruct } from "../../generate/project/project-files";
import { sampleConstruct } from "../../generate/project/sample";
import { isThere } from "../files";

/** A project has both, whatever its app declares. */
export const isProject = (folder: string): boolean =>
  ["main.ts", "cdktf.json"].every((name) => isThere(join(folder, name)));

export const projectIsThere =
  "There is a project here: main.ts and cdktf.json. Only what an option asks for is written: --test, --ci, --import.\n";

/**
 * The construct that init or import has written into a project.
 *
 * @throws ScanformError `project-file` where there is none
 */
export function writtenConstruct(folder: string): DeclaredConstruct {
  const made = [sampleConstruct, constructOf()];
  return (
    made.find(({ fileName }) => isThere(join(folder, fileName))) ??
    fail(
      "project-file",
      `--test: main.test.ts tests ${made.map(({ fileName }) => fileName).join(" or ")}, and neither is here. Nothing was written. The guide Testing has a test for another app.`,
    )
  );
}
