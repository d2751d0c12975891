import { jsonText } from "./json-text";
import type { Framework } from "./frameworks";
import { packageName } from "./package-name";
import { versionsFor } from "./versions";

/** What runs the test of a project, in package.json and where there was one already. */
export const testCommand = "node --import tsx --test main.test.ts";

/** `package.json`. @param version of scanform */
export const packageJson = (folderName: string, framework: Framework, version: string): string =>
  jsonText({
    name: packageName(folderName),
    private: true,
    type: "module",
    scripts: {
      plan: "scanform plan",
      test: testCommand,
      types: "tsc",
    },
    devDependencies: Object.fromEntries(
      Object.entries({ ...versionsFor(framework), scanform: `^${version}` }).sort(([left], [right]) =>
        left < right ? -1 : 1,
      ),
    ),
  });
