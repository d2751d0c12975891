import { join } from "node:path";
import { fail } from "../../diagnostics/error";
import { quoted } from "../../diagnostics/foreign-text";
import { constructOf } from "../../generate/import/typescript/module-parts";
import { policyFile } from "../../generate/project/policy-file";
import type { DeclaredConstruct, FileTexts, NamedAccount } from "../../generate/project/project-files";
import { emulatorSample, type Sample, sampleConstruct, sampleFor, sampleModule } from "../../generate/project/sample";
import type { Account } from "../../model/observed";
import type { PlanAccount } from "../../reconcile/plan/change";
import type { Reader } from "../../reconcile/ports";
import { accountList, chooseAccount } from "../../reconcile/refresh/choose-account";
import { isUuid, sameId } from "../../model/uuid";
import { environmentAccount } from "../credentials/variables";
import { isThere } from "../files";
import { accountFor, refuseKeys } from "../imports/deliver";
import { importLive, type LiveAccount, policyTexts, sayImported, sayPolicy, withAccount } from "../imports/import-live";
import type { Io } from "../io";
import type { ConnectionOptions } from "../session";
import { askForAccount, type InitAnswers } from "./answers";
import { policyPathFor } from "./optional-files";
import type { ImportCodeOptions } from "../../generate/import/import-code";

/** What a project declares its settings with. */
interface DeclaredCode {
  /** The construct of an app. */
  readonly construct: DeclaredConstruct;
  /** The text of its module by its file name, and those of the modules that it uses. */
  readonly texts: FileTexts;
  /** The one that was read, or that was chosen. */
  readonly account: NamedAccount | undefined;
  /** Says what was imported. */
  readonly say: () => void;
}

interface DeclaredCodeOptions extends ConnectionOptions, AccountChoice, Pick<ImportCodeOptions, "extension"> {
  readonly split: boolean;
  readonly hasKey: boolean;
}

/** What the project declares: what is live, or an example, which fits the account where there is a key. */
export async function declaredCode(io: Io, options: DeclaredCodeOptions, answers: InitAnswers): Promise<DeclaredCode> {
  const { split, hasKey, account } = options;
  if (split && !answers.import)
    fail("usage", "--split is for what is imported: it writes a file for each team. Add --import.");
  if (answers.import) return importedCode(io, options, answers);
  if (!hasKey) return sampleCode(emulatorSample, answers, account === undefined ? undefined : { id: idOnly(account) });
  return withAccount(
    io,
    options,
    async (live) => {
      refuseKeys(io, [live.account.name ?? ""]);
      return sampleCode(await sampleOf(live, io.signal), answers, accountFor(live));
    },
    accountChooser(io, options),
  );
}

/** @throws ScanformError `usage` for a name, which only the service knows */
const idOnly = (account: string): string =>
  isUuid(account)
    ? account
    : fail(
        "usage",
        `--account: ${quoted(account)} is not an id, and a name needs a key. Set SCANFORM_API_KEY, or give the id.`,
      );

function sampleCode(sample: Sample, { framework }: InitAnswers, account: NamedAccount | undefined): DeclaredCode {
  return {
    construct: sampleConstruct,
    texts: { [sampleConstruct.fileName]: sampleModule(framework, sample) },
    account,
    say: () => undefined,
  };
}

async function sampleOf({ reader, account: { id } }: LiveAccount, signal: AbortSignal): Promise<Sample> {
  const options = { certainty: "whole", signal } as const;
  const [analyzers, configurations, repositories] = await Promise.all([
    reader.list("analyzers", id, options),
    reader.list("configurations", id, options),
    reader.list("repositories", id, options),
  ]);
  return sampleFor({
    analyzers: analyzers.items,
    configurations: configurations.items,
    repositories: repositories.items,
  });
}

async function importedCode(io: Io, options: DeclaredCodeOptions, answers: InitAnswers): Promise<DeclaredCode> {
  const { framework } = answers;
  const construct = constructOf();
  const { fileName } = construct;
  if (isThere(join(io.cwd, fileName)))
    fail("project-file", `${fileName} is there already. Import it with: scanform import`, { path: fileName });
  const { split, extension } = options;
  return withAccount(
    io,
    options,
    async (live) => {
      const { code, observed } = await importLive(io, live, { framework, split, extension });
      refuseKeys(io, [live.account.name ?? "", code.text, ...Object.values(code.more)]);
      const policy = policyFile(observed);
      return {
        construct,
        texts: { [fileName]: code.text, ...code.more, ...policyTexts(policy, policyPathFor(answers)) },
        account: accountFor(live),
        say: () => {
          sayImported(io, code);
          sayPolicy(io, policy, policyPathFor(answers));
        },
      };
    },
    accountChooser(io, options),
  );
}

interface AccountChoice {
  /** The id or the name of the account that was chosen on the command line. */
  readonly account: string | undefined;
  /** Somebody is there to choose one. */
  readonly asks: boolean;
}

const chooseOne = "Nothing was written. Choose one with --account, by its name or its id.";

/** That of the command line or of SCANFORM_ACCOUNT_ID, the only one that the key reaches, or the one that is answered. */
const accountChooser =
  (io: Io, { account: wanted, asks }: AccountChoice) =>
  async (reader: Reader): Promise<PlanAccount> => {
    const id = wanted === undefined ? environmentAccount(io.env) : isUuid(wanted) ? wanted : undefined;
    if (id !== undefined) return chooseAccount(reader, id, io.signal, true);
    const accounts = await reader.accounts({ signal: io.signal, certainty: "whole" });
    if (wanted !== undefined) return planAccount(called(wanted, accounts));
    const [only, ...others] = accounts;
    if (only === undefined) return chooseAccount(reader, undefined, io.signal); // which says so
    if (others.length > 0 && !asks) fail("account-ambiguous", `The key reaches ${accountList(accounts)}. ${chooseOne}`);
    return planAccount(others.length === 0 ? only : await askForAccount(io, accounts));
  };

const planAccount = ({ account_id: id, org_name: name }: Account): PlanAccount => ({ id, name });

/** The only one of this name or id. @throws ScanformError `account-unknown` or `account-ambiguous` */
function called(wanted: string, accounts: readonly Account[]): Account {
  const found = accounts.filter(({ account_id: id, org_name: name }) => sameId(id, wanted) || name === wanted);
  const [only, ...others] = found;
  if (only === undefined)
    return fail(
      "account-unknown",
      `The key reaches no account ${quoted(wanted)}. It reaches ${accountList(accounts)}. ${chooseOne}`,
    );
  if (others.length === 0) return only;
  return fail(
    "account-ambiguous",
    `Several accounts have the name ${quoted(wanted)}: ${accountList(found)}. Nothing was written. Choose one with --account, by its id.`,
  );
}
