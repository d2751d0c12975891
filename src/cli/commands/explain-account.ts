import { enumeration } from "../../diagnostics/enumeration";
import { type Diagnostic, warning } from "../../diagnostics/diagnostic";
import { fail } from "../../diagnostics/error";
import { locationAt, type Locations } from "../../diagnostics/locations";
import type { Observed, Repository } from "../../model/observed";
import { repositoryId } from "../../model/ids";
import type { PolicyTitles } from "../../model/leaf-sentence";
import { sameText } from "../../model/normal-form";
import type { Settings } from "../../model/settings";
import { suggestion } from "../../model/suggest";
import { policyIdsIn } from "../../model/unreadable";
import { isUuid, sameId } from "../../model/uuid";
import { destinations } from "../../reconcile/plan/moves";
import type { Plan } from "../../reconcile/plan/plan";
import { RequestError } from "../../reconcile/ports";
import { configurationLabels } from "../../report/configuration-labels";
import type { ExplainedAccount } from "../../report/explain/explain-document";
import type { DeclaredAccount, Surveyed } from "../declared-plans";
import { pasted } from "../shell";

/** Where the constructs of all accounts were made; an address belongs to one of them. */
export const locationsOf = (accounts: readonly DeclaredAccount[]): Locations =>
  new Map(accounts.flatMap(({ declaration }) => [...declaration.locations]));

/** What an explanation shows besides the engine's facts. */
export const besideFacts = (
  { account, declaration: { locations } }: Surveyed,
  plan: Plan,
  observed: Observed,
): Pick<ExplainedAccount, "account" | "locationOf" | "targetOf" | "labelOf"> => ({
  account,
  locationOf: (address, rule) => locationAt(locations, address, rule === undefined ? "" : `rules[${String(rule)}]`),
  ...namedIn(plan, observed),
});

/** What rules assign, and what the configurations of the account are called. */
export function namedIn(
  { configurations: declared }: Plan,
  { configurations: live }: Observed,
): Pick<ExplainedAccount, "targetOf" | "labelOf"> {
  const destinationOf = destinations(declared, live);
  return {
    targetOf: ({ target }) => destinationOf(target),
    labelOf: configurationLabels([
      ...live,
      ...declared.map((each) => ({ id: each.live?.id, name: each.declared.name })),
    ]),
  };
}

/** The titles of the policies in these settings; one more request where they have not been listed. */
export async function policyTitlesFor(
  { session, account, survey: { observed } }: Surveyed,
  all: readonly Settings[],
  signal: AbortSignal,
): Promise<PolicyTitles> {
  if (all.every((each) => policyIdsIn(each).length === 0)) return new Map();
  try {
    const policies = observed.policies ?? (await session.reader.list("policies", account.id, { signal })).items;
    return new Map(policies.map(({ id, title }) => [id, title]));
  } catch (thrown) {
    // policies that cannot be listed are shown by their ids
    if (thrown instanceof RequestError && thrown.status !== undefined) return new Map();
    throw thrown;
  }
}

/** The repository that is meant, in the account that has it, or would have it. */
interface Meant {
  readonly surveyed: Surveyed;
  /** The state of the account, with the repository. */
  readonly observed: Observed;
  readonly repository: Repository;
  readonly exists: boolean;
  /** The nearest names, or that a configuration has its name, where it does not exist; else "". */
  readonly hint: string;
  readonly warnings: readonly Diagnostic[];
}

/**
 * Finds a repository by its id or its exact name. A name that no account has is that of a repository to come.
 *
 * @throws ScanformError for a name that several repositories have, and for an id that none has
 */
export function repositoryMeant(accounts: readonly Surveyed[], meant: string): Meant {
  const every = accounts.flatMap((surveyed) => {
    const { observed } = surveyed.survey;
    return observed.repositories.map((repository) => ({ surveyed, observed, repository }));
  });
  const byId = isUuid(meant) ? every.filter(({ repository }) => sameId(repository.id, meant)) : [];
  const found = byId.length > 0 ? byId : every.filter(({ repository }) => sameText(repository.name, meant));
  const [only, ...more] = found;
  if (more.length > 0) {
    const ids = found.map(({ repository }) => repository.id);
    return fail("repository-name-ambiguous", severalNamed("repositories", meant, "scanform explain", ids));
  }
  if (only !== undefined) return { ...only, exists: true, hint: "", warnings: [] };
  const [surveyed, ...others] = accounts;
  if (isUuid(meant) || surveyed === undefined)
    return fail("repository-unknown", `No declared account has a repository with the id ${JSON.stringify(meant)}.`);
  const near = suggestion(
    meant,
    every.flatMap(({ repository }) => repository.name ?? []),
  );
  const hint = near.startsWith("Did you mean") ? near : "";
  if (others.length > 0)
    return fail(
      "repository-unknown",
      `No declared account has a repository named ${JSON.stringify(meant)}. ${hint} Name its account with --account.`.replace(
        /\s+/g,
        " ",
      ),
    );
  const repository: Repository = { id: repositoryId(""), name: meant, provider_repo_id: 0, enabled: true };
  const observed = withRepository(surveyed, repository);
  const help = isConfiguration(surveyed, observed, meant)
    ? `A configuration has this name: scanform explain configuration ${JSON.stringify(meant)}.`
    : hint;
  const said = `${JSON.stringify(meant)} does not exist yet: this is what it would get. ${help}`.trimEnd();
  const warnings = [warning("repository-unknown", said)];
  return { surveyed, observed, repository, exists: false, hint: help, warnings };
}

/** The message about a name that several have, with the commands that explain each. @param ids what each is known by */
export const severalNamed = (what: string, name: string, command: string, ids: readonly string[]): string =>
  `${String(ids.length)} ${what} are named ${JSON.stringify(name)}. Explain one of them: ` +
  `${enumeration(
    ids.map((id) => `\`${command} ${pasted(id)}\``),
    20,
    "or",
  )}.`;

const withRepository = ({ survey: { observed } }: Surveyed, repository: Repository): Observed => ({
  ...observed,
  repositories: [...observed.repositories, repository],
});

/** A configuration of this name is declared or live. */
const isConfiguration = ({ survey }: Surveyed, observed: Observed, meant: string): boolean =>
  observed.configurations.some(({ name }) => sameText(name, meant)) ||
  survey.planOf(observed).configurations.some(({ declared }) => sameText(declared.name, meant));
