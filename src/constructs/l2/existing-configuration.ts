import { Construct } from "constructs";
import { suggestion } from "../../model/suggest";
import { DataScanformConfiguration } from "../l1/data-scanform-configuration";
import type { IConfiguration } from "./configuration-reference";
import { Findings, readPart } from "./findings";
import { guardStack } from "./guard";
import { recordLocation, writeLocation } from "./location";
import { reportProblems } from "./problems";
import { uuid } from "./read-code-policies";
import { text } from "./readers";
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
    this.configurationId = read === undefined ? "" : asText(read);
    reportProblems(this, () => findings.problems());
  }
}

/** What is given to look up by. */
function readSought(given: unknown, findings: Findings): unknown {
  if (!isProperties(given)) {
    findings.add(wrongKind(given, 'an object, such as { name: "baseline" }'));
    return undefined;
  }
  for (const key in given)
    if (key !== "name") findings.add(`is nothing to look up by. ${suggestion(key, ["name"])}`, key);
  return readPart(text, given["name"], "name", findings);
}

/** A live configuration, by its name. Its data source is `node.defaultChild`, at the top of a stack `data.scanform_configuration.<id>`. */
export class NamedConfiguration extends Construct implements IConfiguration {
  readonly configurationId: string;

  constructor(scope: Construct, id: string, given: unknown) {
    super(scope, id);
    guardStack(this);
    const findings = new Findings();
    const name = readSought(given, findings);
    if (typeof name === "string" && name.trim() === "")
      findings.add("is empty: give it the configuration's name", "name");
    const source = new DataScanformConfiguration(this, "Default", name === undefined ? {} : { name: asText(name) });
    writeLocation(source, this);
    this.configurationId = source.id;
    reportProblems(this, () => findings.problems());
  }
}
