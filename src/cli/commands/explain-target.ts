import { type Diagnostic, warning } from "../../diagnostics/diagnostic";
import { fail } from "../../diagnostics/error";
import type { Observed, Repository } from "../../model/entities";
import { repositoryId } from "../../model/ids";
import { listed, suggestion } from "../../model/suggest";
import { isUuid, sameId } from "../../model/uuid";
import type { Surveyed } from "./explain-account";

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
  const found = byId.length > 0 ? byId : every.filter(({ repository }) => repository.name === meant);
  const [only, ...more] = found;
  if (more.length > 0) {
    const ids = listed(
      found.map(({ repository }) => repository.id),
      20,
    );
    return fail(
      "repository-name-ambiguous",
      `${String(found.length)} repositories are named ${JSON.stringify(meant)}: ${ids}. Say the id of one instead.`,
    );
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
      `No declared account has a repository named ${JSON.stringify(meant)}. ${hint} Say with --account in which one it is to be.`.replace(
        /\s+/g,
        " ",
      ),
    );
  const repository: Repository = { id: repositoryId(""), name: meant, provider_repo_id: 0, enabled: true };
  const observed = withRepository(surveyed, repository);
  const told = isConfiguration(surveyed, observed, meant)
    ? `A configuration has this name: scanform explain configuration ${JSON.stringify(meant)}.`
    : hint;
  const said = `${JSON.stringify(meant)} does not exist yet: this is what it would get. ${told}`.trimEnd();
  const warnings = [warning("repository-unknown", said)];
  return { surveyed, observed, repository, exists: false, hint: told, warnings };
}

const withRepository = ({ survey: { observed } }: Surveyed, repository: Repository): Observed => ({
  ...observed,
  repositories: [...observed.repositories, repository],
});

/** A configuration of this name is declared or live. */
const isConfiguration = ({ survey }: Surveyed, observed: Observed, meant: string): boolean =>
  observed.configurations.some(({ name }) => name === meant) ||
  survey.planOf(observed).configurations.some(({ declared }) => declared.name === meant);
