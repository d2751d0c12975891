import { Lazy } from "cdktf";
import { Construct } from "constructs";
import { DataScanformConfiguration } from "../l1/data-scanform-configuration";
import type { IConfiguration } from "./configuration-reference";
import { Findings, readPart } from "./findings";
import { guardStack } from "./guard";
import { recordLocation, writeLocation } from "./location";
import { type LookupOptions, type ReadLookup, readLookupBy } from "./lookup";
import { reportProblems } from "./problems";
import { uuid } from "./read-code-policies";
import { asText } from "./tokens";
import { isProperties, wrongKind } from "./wrong-kind";

/** A live configuration, by its id. */
export class ExistingConfiguration extends Construct implements IConfiguration {
  readonly configurationId: string;

  constructor(scope: Construct, id: string, configurationId: unknown) {
    super(scope, id);
    recordLocation(this);
    const findings = new Findings();
    const read = readPart(uuid, configurationId, "configurationId", findings);
    // a token is no problem of the rules that assign it
    this.configurationId = read === undefined ? Lazy.stringValue({ produce: () => "" }) : asText(read);
    reportProblems(this, () => findings.problems());
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
    const { sought: name, options, problems } = readSought(given);
    const source = new DataScanformConfiguration(this, "Default", { name, ...options });
    writeLocation(source, this);
    this.configurationId = source.id;
    reportProblems(this, () => problems);
  }
}

function readSought(given: unknown): ReadLookup {
  if (!isProperties(given)) {
    const detail = `Its argument ${wrongKind(given, 'an object, such as { name: "baseline" }')}.`;
    return { sought: "", options: {}, problems: [{ detail }] };
  }
  return readLookupBy("name", given);
}
