import {
  type DecodedBy,
  type Decoder,
  expected,
  Invalid,
  invalid,
  list,
  map,
  object,
  optional,
  required,
  text,
} from "../model/decoder";
import {
  configurationAttributes,
  type Operation,
  providerFields,
  ruleFields,
  timeoutsField,
  triageFields,
} from "../model/declared-fields";
import type { Fields, Values } from "../model/field";
import { fieldDecoder, listDecoder, objectDecoder, partsOf, proceed, type Way } from "../model/field-decoder";
import { isObject } from "../model/json";
import { ruleDecoder } from "../model/validate";
import { problem } from "../model/problem";
import { IdOf } from "./expression/value";

/**
 * The attributes of a synthesized document, evaluated. A part that is there without a value could not be evaluated,
 * which has been reported. An id of a configuration is known only after the apply.
 */
const evaluated: Way = {
  isDeclared: true,
  keyed: "map",
  requires: true,
  undefined: "unknown",
  early: (value) => {
    if (value === undefined) return undefined;
    return value instanceof IdOf ? invalid(knownLater) : proceed;
  },
};

const knownLater = problem(
  "expression-misplaced",
  [],
  "is the id of a configuration, which is known only after the apply",
  "Write out what must be known before.",
);

/** The attributes of a `scanform_configuration`: its identity, and its settings under the model's names. */
type ConfigurationAttributes = Values<typeof configurationAttributes> & { readonly name: string };

/** The decoder of a resource with these fields. Its timeouts are read, and used by Terraform alone. */
const resource = (fields: Fields, ...operations: readonly Operation[]) =>
  objectDecoder(
    { ...partsOf(fields, evaluated), timeouts: optional(fieldDecoder(timeoutsField(...operations), evaluated)) },
    evaluated,
  );

export const configurationDecoder = resource(
  configurationAttributes,
  "create",
  "update",
  "delete",
) as Decoder<ConfigurationAttributes>;

const ruleParts = partsOf(ruleFields, evaluated);
const configurationId = fieldDecoder(ruleFields.configuration_id, evaluated);

/** The id of a configuration may be one that is declared here. */
const ruleAttributes = objectDecoder(
  { ...ruleParts, configuration_id: optional((value) => (value instanceof IdOf ? value : configurationId(value))) },
  evaluated,
) as Decoder<RuleAttributes>;
const wholeRule = ruleDecoder(ruleAttributes);

export type RuleAttributes = Omit<Values<typeof ruleFields>, "configuration_id"> & {
  readonly configuration_id?: IdOf | string;
};

/** Undefined where an attribute could not be evaluated, which has been reported. */
const rule: Decoder<RuleAttributes | undefined> = (value) => {
  if (!isObject(value) || !Object.values(value).includes(undefined)) return wholeRule(value);
  const decoded = ruleAttributes(value);
  return decoded instanceof Invalid ? decoded : undefined;
};

/** The attributes of `scanform_repository_assignments`. */
export const assignmentsDecoder = objectDecoder(
  {
    rules: required(listDecoder(rule, evaluated), "Give it a list of rules."),
    timeouts: optional(fieldDecoder(timeoutsField("create", "update"), evaluated)),
  },
  evaluated,
);

/** The attributes of `scanform_finding_triage`. */
export type TriageAttributes = Values<typeof triageFields> &
  Required<Pick<Values<typeof triageFields>, "finding_id" | "category" | "justification">>;

export const findingTriageDecoder = resource(triageFields, "create", "update", "delete") as Decoder<TriageAttributes>;

/** The provider block, without `api_key`, which a declaration must not hold. */
export const providerDecoder = objectDecoder(
  { alias: optional(text), ...partsOf(providerFields, evaluated) },
  evaluated,
) as Decoder<ProviderAttributes>;
export type ProviderAttributes = Values<typeof providerFields>;

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
export const documentDecoder: Decoder<Readonly<Record<string, unknown>>> = (value) =>
  isObject(value) ? value : expected("an object", value);
