import { Lazy } from "cdktf";
import { Construct } from "constructs";
import { DataScanformConfiguration } from "../l1/data-scanform-configuration";
import type { IConfiguration } from "./configuration-reference";
import { guardStack } from "./guard";
import { recordLocation, writeLocation } from "./location";
import { type LookupOptions, readLookupBy } from "./lookup";
import { Findings, reportProblems } from "./problems";
import { uuid } from "./properties";
import { asText } from "./tokens";

/** A live configuration, by its id. */
export class ExistingConfiguration extends Construct implements IConfiguration {
  readonly configurationId: string;

  constructor(scope: Construct, id: string, configurationId: unknown) {
    super(scope, id);
    recordLocation(this);
    const findings = new Findings();
    const read = findings.read(uuid(), configurationId, "configurationId");
    // a token is no problem of the rules that assign it
    this.configurationId = read === undefined ? Lazy.stringValue({ produce: () => "" }) : asText(read);
    reportProblems(this, () => findings.problems);
  }
}

/** What a configuration is looked up by. */
export interface SoughtConfiguration extends LookupOptions {
  /** The exact name. */
  readonly name: string;
}

/** A live configuration, by its name. Its data source is `node.defaultChild`, at the top of a stack `data.scanform_configuration.<id>`. */
export class NamedConfiguration extends Construct implements IConfiguration {
  readonly configurationId: string;

  constructor(scope: Construct, id: string, given: unknown) {
    super(scope, id);
    guardStack(this);
    const { sought: name, options, problems } = readLookupBy("name", given);
    const source = new DataScanformConfiguration(this, "Default", { name, ...options });
    writeLocation(source, this);
    this.configurationId = source.id;
    reportProblems(this, () => problems);
  }
}
