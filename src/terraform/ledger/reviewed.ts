import type { Configuration, Repository } from "../../model/entities";
import type { ConfigurationId, RepositoryId } from "../../model/ids";

/**
 * The account as the plan of this process has read it, for the objects that it changes. Terraform plans again in the
 * process that applies, right before it does; what somebody else has changed since then must not be overwritten.
 */
export class Reviewed {
  readonly configurations = new Map<ConfigurationId, Configuration>();
  readonly repositories = new Map<RepositoryId, ConfigurationId | undefined>();

  /** What has been written is as this process has left it, until it is planned again. */
  forget(configurations: readonly ConfigurationId[], repositories: readonly RepositoryId[]): void {
    for (const id of configurations) this.configurations.delete(id);
    for (const id of repositories) this.repositories.delete(id);
  }

  /** The places of the repositories when they were routed. */
  route(repositories: readonly Repository[]): void {
    for (const { id, configuration_id: configuration } of repositories) this.repositories.set(id, configuration);
  }
}
