import { TerraformProvider, TerraformResource } from "cdktf";
import type { IConstruct } from "constructs";
import { configurationAttributes, providerFields, ruleFields, timeoutsField } from "../../model/declared-fields";
import { isObject } from "../../model/json";
import { Findings, type Reader } from "./findings";
import { anything, metaAttributes } from "./meta-arguments";
import type { Problem } from "./problems";
import { asAttributes, fieldsReader, readerOf, readersOf } from "./read-fields";
import { listOf, mapOf, objectOf, text } from "./readers";
import { isToken } from "./tokens";

export type Form = Readonly<Record<string, unknown>>;

const timeouts: readonly [string, Reader] = [
  "timeouts",
  readerOf(timeoutsField("create", "update", "delete"), asAttributes),
];

const resourceOf = (...attributes: readonly (readonly [string, Reader])[]): Reader =>
  objectOf({ ...asAttributes, readers: new Map([...attributes, timeouts, ...metaAttributes]) });

/** Each type of resource that people declare, as it is synthesized. */
const readers: ReadonlyMap<string, Reader> = new Map([
  ["scanform_configuration", resourceOf(...readersOf(configurationAttributes, asAttributes))],
  [
    "scanform_configurations",
    resourceOf(["configurations", mapOf(fieldsReader(configurationAttributes, asAttributes))]),
  ],
  [
    "scanform_repository_assignments",
    resourceOf(["rules", listOf(fieldsReader(ruleFields, asAttributes), "a list of objects")]),
  ],
]);

const providerReader = objectOf({
  ...asAttributes,
  readers: new Map([...readersOf(providerFields, asAttributes), ["alias", text], ["api_key", text], ["//", anything]]),
});

/**
 * The attributes of a resource or provider of scanform as they will be synthesized, with what `addOverride` and the
 * setters of the bindings put there; tokens are not resolved. Undefined where nothing is synthesized.
 */
export function formOf(element: TerraformResource | TerraformProvider): Form | undefined {
  const json: unknown = element.toTerraform();
  const found = TerraformProvider.isTerraformProvider(element)
    ? at(json, "provider", "scanform", 0)
    : at(json, "resource", element.terraformResourceType, element.friendlyUniqueId);
  return isObject(found) ? found : undefined;
}

const at = (value: unknown, ...steps: readonly (string | number)[]): unknown =>
  steps.reduce<unknown>(
    (found, step) => (typeof found === "object" && found !== null ? Reflect.get(found, step) : undefined),
    value,
  );

/** Checks the attributes against the fields of the model. */
export function formProblems(element: TerraformResource | TerraformProvider, form: Form): readonly Problem[] {
  const reader = TerraformProvider.isTerraformProvider(element)
    ? providerReader
    : readers.get(element.terraformResourceType);
  if (reader === undefined || isToken(form)) return [];
  const findings = new Findings();
  reader(form, findings);
  return findings.problems();
}

/** What is checked by its form. */
export const hasForm = (node: IConstruct): node is TerraformResource | TerraformProvider =>
  (TerraformResource.isTerraformResource(node) && readers.has(node.terraformResourceType)) ||
  (TerraformProvider.isTerraformProvider(node) && node.terraformResourceType === "scanform");
