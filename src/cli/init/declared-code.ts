import { join } from "node:path";
import { fail } from "../../diagnostics/error";
import { constructOf } from "../../generate/import/typescript/module-parts";
import {
  type DeclaredConstruct,
  exampleConstruct,
  exampleSettings,
  type FileTexts,
} from "../../generate/project/project-files";
import type { Expectation } from "../../generate/project/test-file";
import { importLive, sayImported } from "../import-live";
import { refuseKeys } from "../imports/refuse-keys";
import type { Io } from "../io";
import { isThere } from "../new-files";
import type { ConnectionOptions } from "../session";
import type { InitAnswers } from "./answers";
import { exampleExpectation, expectationOf } from "./expectation";

/** The module of the construct that a project declares its settings with. */
export interface DeclaredCode {
  readonly construct: DeclaredConstruct;
  /** Its text by its file name, and those of the modules that it uses. */
  readonly texts: FileTexts;
  readonly expectation: Expectation | undefined;
  /** Says what was imported. */
  readonly say: () => void;
}

/** What the project declares: what is live, or an example. */
export async function declaredCode(
  io: Io,
  { split = false, ...options }: ConnectionOptions & { readonly split?: boolean },
  { framework, account, import: imports }: InitAnswers,
): Promise<DeclaredCode> {
  if (split && !imports)
    fail("usage", "--split is for what is imported: it writes a file for each team. Say --import as well.");
  if (!imports)
    return {
      construct: exampleConstruct,
      texts: { [exampleConstruct.fileName]: exampleSettings(framework) },
      expectation: exampleExpectation,
      say: () => undefined,
    };
  const construct = constructOf();
  const { fileName } = construct;
  if (isThere(join(io.cwd, fileName)))
    fail("project-file", `${fileName} is there already. Import it with: scanform import`, { path: fileName });
  const asked = account === undefined ? io : { ...io, env: { ...io.env, SCANFORM_ACCOUNT_ID: account } };
  const { code, observed } = await importLive(asked, options, "typescript", { framework, split });
  refuseKeys(io, [code.text, ...code.more.map(({ text }) => text)]);
  return {
    construct,
    texts: Object.fromEntries([[fileName, code.text], ...code.more.map(({ path, text }) => [path, text] as const)]),
    expectation: expectationOf(code.imported, observed),
    say: () => {
      sayImported(io, code);
    },
  };
}
