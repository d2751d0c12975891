import { TerraformProvider, TerraformResource } from "cdktf";
import type { IConstruct } from "constructs";
import { type Decoder, decode, optional, type Parts } from "../../model/decoder";
import {
  configurationAttributes,
  deepscanInputFields,
  providerFields,
  ruleFields,
  timeoutsField,
  triageFields,
} from "../../model/declared-fields";
import { fieldDecoder, fieldsDecoder, listDecoder, objectDecoder, partsOf } from "../../model/field-decoder";
import { isObject } from "../../model/json";
import { validateConfiguration, validateScope } from "../../model/validate";
import { propertyName } from "../../model/field";
import { anything, attributes, metaAttributes, text, textsByKey } from "./properties";
import { type Problem, problemAt } from "./problems";
import { isToken } from "./tokens";

export type Form = Readonly<Record<string, unknown>>;

const timeouts = optional(fieldDecoder(timeoutsField("create", "update", "delete"), attributes));

const resourceOf = (parts: Parts): Decoder => objectDecoder({ ...parts, timeouts, ...metaAttributes }, attributes);

/** Each type of resource that people declare, as it is synthesized. */
const resources: ReadonlyMap<string, Decoder> = new Map([
  ["scanform_configuration", resourceOf(partsOf(configurationAttributes, attributes))],
  [
    "scanform_repository_assignments",
    resourceOf({ rules: optional(listDecoder(fieldsDecoder(ruleFields, attributes), attributes)) }),
  ],
  ["scanform_finding_triage", resourceOf(partsOf(triageFields, attributes))],
  ["scanform_deepscan", resourceOf({ ...partsOf(deepscanInputFields, attributes), triggers: optional(textsByKey) })],
]);

const provider = objectDecoder(
  {
    ...partsOf(providerFields, attributes),
    alias: optional(text),
    api_key: optional(text),
    "//": optional(anything),
  },
  attributes,
);

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

/**
 * Checks the attributes against the fields of the model.
 *
 * @param given what is wrong with the properties: an attribute that is wrong there is missing here
 */
export function formProblems(
  element: TerraformResource | TerraformProvider,
  form: Form,
  given: readonly Problem[] = [],
): readonly Problem[] {
  const decoder = TerraformProvider.isTerraformProvider(element)
    ? provider
    : resources.get(element.terraformResourceType);
  if (decoder === undefined || isToken(form)) return [];
  const decoded = decode(decoder, form);
  if ("value" in decoded) return [];
  const reported = new Set(given.map(({ key }) => key));
  return decoded.problems
    .map((each) => problemAt(each))
    .filter(
      ({ kind, key = "" }) => kind !== "value-missing" || !(reported.has(undefined) || reported.has(propertyName(key))),
    );
}

/**
 * What is wrong with what a construct was given, and with its element as it will be synthesized.
 *
 * @param judge checks beyond the fields
 */
export function elementProblems(
  element: TerraformResource | TerraformProvider,
  given: readonly Problem[],
  judge: (form: Form) => readonly Problem[] = () => [],
): readonly Problem[] {
  const form = formOf(element);
  return form === undefined ? given : [...given, ...formProblems(element, form, given), ...judge(form)];
}

export const hasForm = (node: IConstruct): node is TerraformResource | TerraformProvider =>
  (TerraformResource.isTerraformResource(node) && resources.has(node.terraformResourceType)) ||
  (TerraformProvider.isTerraformProvider(node) && node.terraformResourceType === "scanform");

/**
 * Checks a configuration beyond its fields, as it will be synthesized.
 *
 * @param codePolicyIds in their order, since an id that is there twice is synthesized once
 */
export function configurationProblems(form: Form, codePolicyIds: readonly string[] = []): readonly Problem[] {
  if (isToken(form)) return [];
  const { name, renamed_from: former } = form;
  return validateConfiguration(
    {
      name: typeof name === "string" && !isToken(name) ? name : undefined,
      renamedFrom: Array.isArray(former) && !isToken(former) ? former : [],
      codePolicyIds,
    },
    propertyName,
  ).map((found) => problemAt(found));
}

/** Checks a provider block beyond its fields, as it will be synthesized. */
export function scopeProblems({ managed_scope: scope }: Form): readonly Problem[] {
  if (!isObject(scope) || isToken(scope) || isToken(scope["names"])) return [];
  return validateScope(scope).map((found) => problemAt(found, "managedScope"));
}
