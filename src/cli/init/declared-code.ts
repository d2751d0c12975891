import { join } from "node:path";
import { fail } from "../../diagnostics/error";
import { constructOf } from "../../generate/import/typescript/code-options";
import type { DeclaredConstruct } from "../../generate/project/declared-construct";
import { exampleConstruct, exampleSettings } from "../../generate/project/example-settings";
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
  readonly text: string;
  readonly expectation: Expectation | undefined;
  /** Says what was imported. */
  readonly say: () => void;
}

/** What the project declares: what is live, or an example. */
export async function declaredCode(
  io: Io,
  options: ConnectionOptions,
  { framework, account, import: imports }: InitAnswers,
): Promise<DeclaredCode> {
  if (!imports)
    return {
      construct: exampleConstruct,
      text: exampleSettings(framework),
      expectation: exampleExpectation,
      say: () => undefined,
    };
  const construct = constructOf();
  const { fileName } = construct;
  if (isThere(join(io.cwd, fileName)))
    fail("project-file", `${fileName} is there already. Import it with: scanform import`, { path: fileName });
  const asked = account === undefined ? io : { ...io, env: { ...io.env, SCANFORM_ACCOUNT_ID: account } };
  const { code, observed } = await importLive(asked, options, "typescript", { framework });
  refuseKeys(io, [code.text]);
  return {
    construct,
    text: code.text,
    expectation: expectationOf(code.imported, observed),
    say: () => {
      sayImported(io, code);
    },
  };
}
