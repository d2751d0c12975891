import { join } from "node:path";
import { fail } from "../../diagnostics/error";
import { constructOf } from "../../generate/import/typescript/module-parts";
import {
  type DeclaredConstruct,
  exampleConstruct,
  exampleSettings,
  type FileTexts,
} from "../../generate/project/project-files";
import { type Expectations, expectationsOf } from "../../generate/project/expectations";
import { isThere } from "../files";
import { accountFor, refuseKeys } from "../imports/deliver";
import { importLive, sayImported } from "../imports/import-live";
import type { Io } from "../io";
import type { ConnectionOptions } from "../session";
import type { InitAnswers } from "./answers";

/** The module of the construct that a project declares its settings with. */
interface DeclaredCode {
  readonly construct: DeclaredConstruct;
  /** Its text by its file name, and those of the modules that it uses. */
  readonly texts: FileTexts;
  readonly expectations: Expectations;
  /** The id of the account that was imported, or that was chosen. */
  readonly accountId: string | undefined;
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
      expectations: exampleExpectations,
      accountId: account,
      say: () => undefined,
    };
  const construct = constructOf();
  const { fileName } = construct;
  if (isThere(join(io.cwd, fileName)))
    fail("project-file", `${fileName} is there already. Import it with: scanform import`, { path: fileName });
  const asked = account === undefined ? io : { ...io, env: { ...io.env, SCANFORM_ACCOUNT_ID: account } };
  const { code, observed, account: live } = await importLive(asked, options, "typescript", { framework, split });
  refuseKeys(io, [code.text, ...code.more.map(({ text }) => text)]);
  return {
    construct,
    texts: Object.fromEntries([[fileName, code.text], ...code.more.map(({ path, text }) => [path, text] as const)]),
    expectations: expectationsOf(code.imported, observed),
    accountId: accountFor({ account: live }),
    say: () => {
      sayImported(io, code);
    },
  };
}

/** What the example declares. */
const exampleExpectations: Expectations = {
  routed: [{ repository: "payments-api", configuration: "strict" }],
  configurations: [
    {
      name: "strict",
      blocking: { "sql-injection": { enabled: true, blocking: true }, secrets: { enabled: true, blocking: true } },
    },
  ],
};
