import { Lazy } from "cdktf";
import { Construct } from "constructs";
import { DataScanformConfiguration } from "../l1/data-scanform-configuration";
import type { IConfiguration } from "./configuration-reference";
import { Findings, readPart } from "./findings";
import { guardStack } from "./guard";
import { recordLocation, writeLocation } from "./location";
import { reportProblems } from "./problems";
import { uuid } from "./read-configuration";
import { text } from "./readers";
import { asText } from "./tokens";

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

/** A live configuration, by its name. Its data source is `node.defaultChild`, at the top of a stack `data.scanform_configuration.<id>`. */
export class NamedConfiguration extends Construct implements IConfiguration {
  readonly configurationId: string;

  constructor(scope: Construct, id: string, given: unknown) {
    super(scope, id);
    guardStack(this);
    const findings = new Findings();
    const name = readPart(text, given, "name", findings);
    if (typeof name === "string" && name.trim() === "")
      findings.add("is empty: give it the configuration's name", "name");
    const source = new DataScanformConfiguration(this, "Default", name === undefined ? {} : { name: asText(name) });
    writeLocation(source, this);
    this.configurationId = source.id;
    reportProblems(this, () => findings.problems());
  }
}
