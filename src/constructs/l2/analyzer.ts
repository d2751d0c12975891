import { Construct } from "constructs";
import { guardStack } from "./guard";
import { writeLocation } from "./location";
import { type LookupOptions, readLookup } from "./lookup";
import { DataScanformAnalyzer } from "./lookups";
import { reportProblems } from "./problems";

/**
 * An analyzer that the account has: service specification, *Resources and their fields > Analyzer*. Its data source is
 * `node.defaultChild`.
 *
 * @example
 * const secrets = Analyzer.fromSlug(this, "secrets", "secrets");
 */
export class Analyzer extends Construct {
  /**
   * The analyzer with this slug. A slug that the account lacks is an error when planning. `new ScanformProvider` with
   * `types` checks all slugs, and already at synth.
   *
   * @example strict.addAnalyzer(Analyzer.fromSlug(this, "secrets", "secrets").slug, { enabled: true, blocking: true });
   */
  static fromSlug(scope: Construct, id: string, slug: string, options: LookupOptions = {}): Analyzer {
    return new Analyzer(scope, id, slug, options);
  }

  /** A token for the slug, which is right once it is read: a key of `analyzers`. */
  readonly slug: string;
  /** A token for the UUID. */
  readonly analyzerId: string;

  private constructor(scope: Construct, id: string, given: unknown, how: unknown) {
    super(scope, id);
    guardStack(this);
    const { sought: slug, options, problems } = readLookup("slug", given, how);
    const source = new DataScanformAnalyzer(this, "Default", { slug, ...options });
    writeLocation(source, this);
    this.slug = source.slug;
    this.analyzerId = source.id;
    reportProblems(this, () => problems);
  }
}
