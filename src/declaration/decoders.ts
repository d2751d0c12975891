import { IdOf } from "./expression/value";
import {
  type Decoder,
  expected,
  flag,
  Invalid,
  invalid,
  list,
  map,
  nonEmptyText,
  text,
  wholeNumber,
} from "../model/decoder";
import { isObject } from "../model/json";
import { type DecodedBy, object, optional, required } from "../model/object-decoder";
import { settingsFields } from "../model/settings";
import { declaredParts } from "./keyed-decoder";

const attributes = { unknownKeys: "rejected" } as const;

/** The attributes of a `scanform_configuration`: its identity, and its settings under the model's names. */
export interface ConfigurationAttributes {
  readonly name: string;
  readonly renamed_from?: readonly string[];
  readonly exclusive_analyzers?: boolean;
  readonly deletion_protection?: boolean;
  readonly [setting: string]: unknown;
}

const anyObject: Decoder<Readonly<Record<string, unknown>>> = (value) =>
  isObject(value) ? value : expected("record", value);

/** What only Terraform waits for: checked there. */
const timeouts = map(text);

/** Of one configuration, alone or in a collection. */
const configurationParts = {
  ...declaredParts(settingsFields),
  name: required(nonEmptyText),
  renamed_from: optional(list(text)),
  exclusive_analyzers: optional(flag),
  deletion_protection: optional(flag),
  // Terraform's own: the CLI deletes nothing that is declared, and has --force for the rest
  force_destroy: optional(flag),
};

export const configurationDecoder = object(
  { ...configurationParts, timeouts: optional(timeouts) },
  attributes,
) as Decoder<ConfigurationAttributes>;

/** An entry of a `scanform_configurations`. */
export const collectedDecoder = object(configurationParts, attributes) as Decoder<ConfigurationAttributes>;

/** The attributes of a `scanform_configurations`. Its entries are decoded one by one. */
export const collectionDecoder = object(
  {
    configurations: required(map(anyObject, { null: "rejected" })),
    timeouts: optional(timeouts),
  },
  attributes,
);

/** The id of a configuration that is declared here, or of one that is not, which the model judges. */
const configurationId: Decoder<IdOf | string> = (value) =>
  value instanceof IdOf || typeof value === "string" ? value : invalid("must be the id of a configuration");

const ruleAttributes = object(
  {
    leave: optional(flag),
    configuration_id: optional(configurationId),
    repository_ids: optional(list(text)),
    repository_names: optional(list(text)),
    repository_pattern: optional(text),
  },
  attributes,
);
export type RuleAttributes = DecodedBy<typeof ruleAttributes>;

/** Undefined where an attribute is present without a value: it could not be evaluated, which has been reported. */
const rule: Decoder<RuleAttributes | undefined> = (value) => {
  const decoded = ruleAttributes(value);
  const isEvaluated = !isObject(value) || !Object.values(value).includes(undefined);
  return decoded instanceof Invalid || isEvaluated ? decoded : undefined;
};

/** The attributes of `scanform_repository_assignments`. */
export const assignmentsDecoder = object({ rules: required(list(rule)), timeouts: optional(timeouts) }, attributes);

/** The attributes of `scanform_finding_triage`; what their values may be is judged by the model. */
export const findingTriageDecoder = object(
  {
    finding_id: required(text),
    category: required(text),
    justification: required(text),
    expires: optional(text),
    timeouts: optional(timeouts),
  },
  attributes,
);

/** The provider block, without `api_key`, which a declaration must not hold. */
export const providerDecoder = object(
  {
    alias: optional(text),
    base_url: optional(text),
    account_id: optional(text),
    managed_scope: optional(
      object({ names: optional(text), all: optional(flag), max_deletes: optional(wholeNumber) }, attributes),
    ),
  },
  attributes,
);
export type ProviderAttributes = DecodedBy<typeof providerDecoder>;

const synthesized = { unknownKeys: "kept", null: "rejected" } as const;

const annotation = object(
  { constructPath: required(text), level: required(text), message: required(text) },
  synthesized,
);
export type Annotation = DecodedBy<typeof annotation>;

const stack = object(
  {
    name: required(text),
    constructPath: optional(text),
    synthesizedStackPath: required(text),
    annotations: optional(list(annotation)),
  },
  synthesized,
);

/** The file `manifest.json`, which names every stack and its file. */
export const manifestDecoder = object({ stacks: required(map(stack, { null: "rejected" })) }, synthesized);

/** The file of a stack. */
export const documentDecoder = anyObject;
