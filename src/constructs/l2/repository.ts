import { Construct } from "constructs";
import { guardStack } from "./guard";
import { writeLocation } from "./location";
import { type LookupOptions, readLookup } from "./lookup";
import { DataScanformRepository } from "./lookups";
import { reportProblems } from "./problems";

/**
 * A repository that the account has: service specification, *Resources and their fields > Repository*. Its data source
 * is `node.defaultChild`.
 *
 * @example
 * const api = Repository.fromName(this, "api", "payments-api");
 * routing.addRule({ configuration: strict, repositoryIds: [api.repositoryId] });
 */
export class Repository extends Construct {
  /**
   * The repository with this exact name. A name that the account lacks, or has twice, is an error when planning; a
   * name in `repositoryNames` of a rule may be absent.
   *
   * @example
   * const web = Repository.fromName(this, "web", "web");
   * routing.addRule({ repositoryIds: [web.repositoryId], configuration: strict });
   */
  static fromName(scope: Construct, id: string, name: string, options: LookupOptions = {}): Repository {
    return new Repository(scope, id, name, options);
  }

  /** A token for the UUID, which the CLI or terraform reads: one of `repositoryIds`. */
  readonly repositoryId: string;

  private constructor(scope: Construct, id: string, given: unknown, how: unknown) {
    super(scope, id);
    guardStack(this);
    const { sought: name, options, problems } = readLookup("name", given, how);
    const source = new DataScanformRepository(this, "Default", { name, ...options });
    writeLocation(source, this);
    this.repositoryId = source.id;
    reportProblems(this, () => problems);
  }
}
