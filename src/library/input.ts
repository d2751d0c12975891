import { listed } from "../diagnostics/enumeration";
import type { AttributePath } from "../diagnostics/attribute-path";
import { type Diagnostic, error } from "../diagnostics/diagnostic";
import { ScanformError } from "../diagnostics/error";
import { configurationIdentity, managedScopeFields, ruleFields, triageFields } from "../model/declared-fields";
import { decode, type Decoder, list, optional } from "../model/decoder";
import type { Desired, DesiredAssignments, DesiredConfiguration, DesiredRule, DesiredTriage } from "../model/desired";
import { type Fields, propertyName } from "../model/field";
import { fieldsDecoder, objectDecoder, partsOf, type Way } from "../model/field-decoder";
import type { TriageCategory } from "../model/findings";
import { address, configurationId, repositoryId } from "../model/ids";
import { validateConfiguration, validateScope, ruleDecoder } from "../model/validate";
import { diagnosticOf, placeText, type Problem } from "../model/problem";
import { type Settings, settingsFields } from "../model/settings";

/** A configuration, as in the Terraform resource `scanform_configuration`; only what is declared is managed. */
export interface ConfigurationInput {
  readonly name: string;
  /** The id of the live configuration to adopt, whatever its name. */
  readonly id?: string;
  readonly renamedFrom?: readonly string[];
  readonly exclusiveAnalyzers?: boolean;
  readonly preventDestroy?: boolean;
  readonly settings?: Settings;
}

/** Assigns a configuration to the repositories that any of the selectors matches. The first matching rule decides. */
export interface RuleInput {
  /** The name of a declared configuration, or the id of one that is not declared. */
  readonly configuration?: string | { readonly id: string };
  /** Leaves the matched repositories with their current configuration. */
  readonly leave?: true;
  readonly repositoryIds?: readonly string[];
  readonly repositoryNames?: readonly string[];
  /** SQL LIKE */
  readonly repositoryPattern?: string;
}

/** What was decided about one finding, as in the Terraform resource `scanform_finding_triage`: specification, *Triage*. */
export interface TriageInput {
  /** The finding's UUID. */
  readonly findingId: string;
  readonly category: TriageCategory;
  /** Why. The service has no place for it: it is shown in the plan. */
  readonly justification: string;
  /** A date, whose whole day in UTC belongs to it, or an RFC 3339 date-time. The first apply after that removes the triage. */
  readonly expires?: string;
}

/** The desired state of one account. */
export interface DesiredInput {
  readonly configurations?: readonly ConfigurationInput[];
  readonly rules?: readonly RuleInput[];
  /** Decisions about findings. One that is no longer declared stays in the service. */
  readonly triages?: readonly TriageInput[];
  /** What `prune` may delete. */
  readonly managedScope?: { readonly names?: string; readonly all?: boolean; readonly maxDeletes?: number };
}

/** What a field of the model is called here. */
const nameOf = (field: string): string => (field === "configuration_id" ? "configuration" : propertyName(field));

/** Plain objects: properties, of which null is none. The settings in them have our names, and null is absent. */
const properties: Way = {
  isDeclared: true,
  requires: true,
  null: "rejected",
  nameOf,
  keepsNames: true,
};

const uuidField = (advice: string) => ({ kind: "string", format: "uuid", advice, description: "An id." }) as const;

const { exclusive_analyzers, renamed_from, name } = configurationIdentity;
const configurationFields = {
  name,
  id: uuidField("Give the id that the configuration has in the account."),
  renamed_from,
  exclusive_analyzers,
  prevent_destroy: { kind: "boolean", description: "Whether it is never deleted." },
} as const satisfies Fields;

const configurationDecoder = objectDecoder(
  { ...partsOf(configurationFields, properties), settings: optional(fieldsDecoder(settingsFields, "declared")) },
  properties,
) as Decoder<ConfigurationInput>;

const liveConfiguration = fieldsDecoder({ id: { ...ruleFields.configuration_id, needed: "Give its id." } }, properties);

const rule = ruleDecoder(
  objectDecoder(
    {
      ...partsOf(ruleFields, properties),
      configuration: optional((value) => (typeof value === "string" ? value : liveConfiguration(value))),
    },
    properties,
  ) as Decoder<RuleInput>,
  nameOf,
);

const triageDecoder = objectDecoder(partsOf(triageFields, properties), properties) as Decoder as Decoder<TriageInput>;

const inputDecoder = objectDecoder(
  {
    configurations: optional(list(configurationDecoder)),
    rules: optional(list(rule)),
    triages: optional(list(triageDecoder)),
    managedScope: optional(
      fieldsDecoder(managedScopeFields, properties) as Decoder<NonNullable<DesiredInput["managedScope"]>>,
    ),
  },
  properties,
);

/**
 * Decodes a declaration of plain objects into a copy: the plan is computed again when it is applied, so later changes
 * to the caller's objects must not affect it.
 *
 * @throws ScanformError with the code and the path of every error
 */
export function desiredOf(input: DesiredInput): Desired {
  const decoded = decode(inputDecoder, input);
  if ("problems" in decoded) throw new ScanformError(decoded.problems.map((each) => toDiagnostic(each)));
  const { configurations = [], rules = [], triages = [], managedScope } = structuredClone(decoded.value);
  const problems = [
    ...configurations.flatMap((each, at) => configurationProblems(each, ["configurations", at])),
    ...validateScope(managedScope ?? {}).map((each) => toDiagnostic(each, ["managedScope"])),
    ...unknownNames(configurations, rules),
  ];
  if (problems.length > 0) throw new ScanformError(problems);
  return {
    configurations: configurations.map((each) => configurationOf(each, configurations)),
    assignments: rules.length === 0 ? [] : [assignmentsOf(rules)],
    ...(triages.length === 0 ? {} : { triages: triages.map(triageOf) }),
    ...(managedScope === undefined ? {} : { managedScope }),
  };
}

const toDiagnostic = (found: Problem, before: AttributePath = []): Diagnostic =>
  diagnosticOf(found, { path: placeText([...before, ...found.path]) }, before);

const addressOf = (name: string) => address(`configurations[${JSON.stringify(name)}]`);

const configurationOf = (
  configuration: ConfigurationInput,
  all: readonly ConfigurationInput[],
): DesiredConfiguration => {
  const { name, id, settings = {}, ...rest } = configuration;
  // several of one name are distinguished by the ids that pin them; the first keeps the address that rules use
  const isFirst = all.find((each) => each.name === name) === configuration;
  // exclusive without any analyzer is an empty set
  const exclusive = rest.exclusiveAnalyzers === true ? { analyzers: settings.analyzers ?? {} } : {};
  return {
    ...rest,
    address: isFirst || id === undefined ? addressOf(name) : address(`${addressOf(name)}[${JSON.stringify(id)}]`),
    name,
    ...(id === undefined ? {} : { id: configurationId(id) }),
    settings: { ...settings, ...exclusive },
  };
};

const assignmentsOf = (rules: readonly RuleInput[]): DesiredAssignments => ({
  address: address("rules"),
  rules: rules.map(({ configuration, repositoryIds, repositoryNames, repositoryPattern }): DesiredRule => ({
    target: configuration === undefined ? { leave: true } : { configuration: referenceTo(configuration) },
    ...(repositoryIds === undefined ? {} : { repositoryIds: repositoryIds.map(repositoryId) }),
    ...(repositoryNames === undefined ? {} : { repositoryNames }),
    ...(repositoryPattern === undefined ? {} : { repositoryPattern }),
  })),
});

const referenceTo = (configuration: NonNullable<RuleInput["configuration"]>) =>
  typeof configuration === "string" ? { address: addressOf(configuration) } : { id: configurationId(configuration.id) };

function configurationProblems(
  { name, renamedFrom = [], settings = {} }: ConfigurationInput,
  place: AttributePath,
): readonly Diagnostic[] {
  const codePolicyIds = (settings.code_policies ?? []).map(({ id }) => id);
  return validateConfiguration({ name, renamedFrom, codePolicyIds }, (field) =>
    field === "code_policies" ? field : nameOf(field),
  ).map((each) => toDiagnostic(each, each.kind === "entry-repeated" ? [...place, "settings"] : place));
}

const triageOf = ({ findingId, ...rest }: TriageInput): DesiredTriage => ({
  ...rest,
  address: address(`triages[${JSON.stringify(findingId)}]`),
  findingId,
});

function unknownNames(configurations: readonly ConfigurationInput[], rules: readonly RuleInput[]): Diagnostic[] {
  const names = new Set(configurations.map(({ name }) => name));
  return rules.flatMap(({ configuration }, at) => {
    if (typeof configuration !== "string" || names.has(configuration)) return [];
    const path = `rules[${String(at)}].configuration`;
    const detail = `${path}: ${JSON.stringify(configuration)} is not declared; there are ${listed([...names])}. Give { id } for one that is not declared.`;
    return [error("reference-unknown", detail, { path })];
  });
}
