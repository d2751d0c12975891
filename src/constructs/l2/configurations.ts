import { type IResolvable, Lazy, type TerraformMetaArguments, type TerraformResource } from "cdktf";
import { Construct } from "constructs";
import { define, isObject } from "../../model/json";
import { pathText } from "../../model/problem";
import { suggestion } from "../../model/suggest";
import {
  Configurations as Binding,
  type ConfigurationsConfig,
  type ConfigurationsTimeouts,
} from "../l1/configurations";
import type { ConfigurationProps, IConfiguration } from "./configuration-props";
import { configurationProblems, elementProblems } from "./forms";
import { guardStack, represent } from "./guard";
import { unknownNames } from "./known-names";
import { locationOfCall, placeOfEntry, recordEntries, recordLocation } from "./location";
import { similarNames } from "./names";
import { ProblemList, mistakeAt, mistakeOf, placed, type Problem } from "./problems";
import { reportProblems } from "./reports";
import { collectionImportId, entryOf, readCollection, readEntry } from "./read-configuration";
import { isEntries, keysOf } from "./settings/declared";
import { StateBlocks } from "./state-blocks";
import { isToken } from "./tokens";

/** One configuration of a collection: its name is its key by default. */
export interface CollectedProps extends Omit<ConfigurationProps, keyof TerraformMetaArguments | "name" | "timeouts"> {
  /** The name in the account; the key by default. */
  readonly name?: string;
}

/**
 * Configurations by keys of your choice: service specification, *Resources and their fields > Configuration*. What is
 * passed is copied.
 */
export interface ConfigurationsProps extends Pick<TerraformMetaArguments, "dependsOn" | "lifecycle" | "provider"> {
  /** Each by a key that stays when its name changes; none by default. */
  readonly configurations?: Readonly<Record<string, CollectedProps | IResolvable>> | IResolvable;
  /** How long Terraform waits for what the service has accepted and does not show yet: 60 s by default. */
  readonly timeouts?: ConfigurationsTimeouts;
}

/**
 * Many configurations in one Terraform resource, which is planned and applied in a few requests: service
 * specification, *Resources and their fields > Configuration*. Terraform and the CLI take it, and the CLI treats each
 * of them as a `Configuration`. Its Terraform resource is `node.defaultChild`, by default with `createBeforeDestroy`.
 *
 * @example
 * const teams = new Configurations(this, "teams", {
 *   configurations: { payments: Presets.strict(["secrets"]), web: Presets.advisory(["secrets"]) },
 * });
 * routing.addRule({ configuration: teams.configuration("payments"), repositoryPattern: "payments-%" });
 */
export class Configurations extends Construct {
  private readonly resource: Binding;
  private readonly findings = new ProblemList();
  private readonly blocks: StateBlocks;
  private readonly entries: Record<string, unknown> = {};
  /** Whether Terraform alone knows them. */
  private readonly isWhole: boolean;
  private readonly policyIds = new Map<string, readonly string[]>();
  /** Where entries were added by themselves, by their key. */
  private readonly added = new Map<string, string>();
  /** What was made of each key, by the key itself: in a path, "/" and "--" are the same. */
  private readonly referred = new Map<string, CollectedConfiguration>();

  constructor(scope: Construct, id: string, props: ConfigurationsProps = {}) {
    super(scope, id);
    guardStack(this);
    const { configurations = {}, ...others } = readCollection(props, this.findings);
    this.isWhole = isToken(configurations);
    const config = { ...others, configurations: this.isWhole ? configurations : {} };
    this.resource = new Binding(this, "Default", config as ConfigurationsConfig);
    if (isObject(configurations) && !this.isWhole)
      for (const [key, entry] of Object.entries(configurations)) this.put(key, entry);
    this.blocks = new StateBlocks(
      this,
      this.resource,
      collectionImportId,
      "Give it the ids of all of them.",
      this.findings,
    );
    recordEntries(this.resource, this.added);
    const places = () => (this.added.size === 0 ? {} : { entries: Object.fromEntries(this.added) });
    represent(this, this.resource, this.findings, () => this.problems(), places);
  }

  /**
   * Declares one more, by a key that is not there yet.
   *
   * @example teams.addConfiguration("search", Presets.strict(["secrets"]));
   */
  addConfiguration(key: string, props: CollectedProps): void {
    const location = locationOfCall(this, "addConfiguration");
    const from = this.findings.count;
    const read = readEntry(key, props, this.findings);
    if (this.isWhole)
      this.findings.add(
        mistakeAt("configurations", "is known to Terraform alone, so addConfiguration cannot add to it"),
      );
    else if (Object.hasOwn(this.entries, key))
      this.findings.add(mistakeAt(pathText(["configurations", key]), "is declared twice", "Give it another key."));
    else if (read !== undefined) {
      if (location !== undefined) this.added.set(key, location);
      this.put(key, read);
    }
    this.findings.placeSince(from, location);
  }

  /**
   * One of them, for a rule. A key that is not declared when the app is synthesized is an error.
   *
   * @example routing.addRule({ configuration: teams.configuration("payments"), repositoryPattern: "payments-%" });
   */
  configuration(key: string): IConfiguration {
    const before = this.referred.get(key);
    if (before !== undefined) return before;
    const id = `Configuration ${key}`;
    const isTaken = this.node.tryFindChild(id) !== undefined;
    const made = new CollectedConfiguration(
      this,
      isTaken ? `${id} ${String(this.referred.size)}` : id,
      key,
      this.resource,
      () => (this.isWhole ? [key] : Object.keys(this.entries)),
    );
    this.referred.set(key, made);
    return made;
  }

  /**
   * Takes over live configurations, by the keys that they have here: their UUIDs.
   *
   * @example teams.importFrom({ payments: "0f5c9a5e-3b1f-4b0e-9a52-2f1f3f6f7d10" });
   */
  importFrom(ids: Readonly<Record<string, string>>): void {
    this.blocks.importFrom(ids);
  }

  /**
   * Keeps Terraform's state of the resource that had this address.
   *
   * @example teams.movedFrom("scanform_configurations.old");
   */
  movedFrom(address: string): void {
    this.blocks.movedFrom(address);
  }

  private put(key: string, read: unknown): void {
    const { entry, policyIds } = isObject(read) && !isToken(read) ? entryOf(key, read) : { entry: read, policyIds: [] };
    define(this.entries, key, entry);
    this.policyIds.set(key, policyIds);
    this.resource.putConfigurations(this.entries as ConfigurationsConfig["configurations"]);
  }

  private problems(): readonly Problem[] {
    const placeOf = (key: string): string | undefined => placeOfEntry(this.resource, key).location;
    return elementProblems(this.resource, this.findings.problems, ({ configurations }) => {
      const entries = isObject(configurations) && !isToken(configurations) ? Object.entries(configurations) : [];
      return [
        ...entries.flatMap(([key, entry]) =>
          configurationProblems(entry, this.policyIds.get(key), key).map((each) => placed(each, placeOf(key))),
        ),
        ...similarNames(entries, placeOf),
        ...this.unknownNames(),
      ];
    });
  }

  private unknownNames(): readonly Problem[] {
    return Object.entries(this.entries).flatMap(([key, entry]) => {
      const { analyzers, codePolicies } = isEntries(entry) ? entry : {};
      const used = { analyzers: keysOf(analyzers), policies: keysOf(codePolicies) };
      const place = placeOfEntry(this.resource, key);
      return unknownNames(this, this.resource.provider, used).map((each) => ({ ...each, ...place }));
    });
  }
}

export class CollectedConfiguration extends Construct implements IConfiguration {
  private idToken: string | undefined;

  constructor(
    scope: Construct,
    id: string,
    private readonly key: string,
    private readonly resource: TerraformResource,
    keys: () => readonly string[],
  ) {
    super(scope, id);
    recordLocation(this);
    reportProblems(this, () =>
      keys().includes(key)
        ? []
        : [mistakeOf(`The collection has no configuration ${JSON.stringify(key)}. ${suggestion(key, keys())}`)],
    );
  }

  get configurationId(): string {
    let reference: string | undefined;
    return (this.idToken ??= Lazy.stringValue({
      produce: () => (reference ??= this.resource.getStringAttribute(`configurations[${JSON.stringify(this.key)}].id`)),
    }));
  }
}
