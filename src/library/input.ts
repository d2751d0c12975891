import { type Diagnostic, error } from "../diagnostics/diagnostic";
import { ScanformError } from "../diagnostics/error";
import {
  type Decoder,
  decode,
  flag,
  Invalid,
  invalid,
  type Issue,
  list,
  nonEmptyText,
  oneOf,
  text,
  wholeNumber,
} from "../model/decoder";
import type { Desired, DesiredAssignments, DesiredConfiguration, DesiredRule } from "../model/desired";
import { fieldsDecoder } from "../model/field-decoder";
import { address, configurationId, repositoryId } from "../model/ids";
import { type ConfigurationProblem, judgeConfiguration } from "../model/judge-configuration";
import { judgeRule, type RuleProblem } from "../model/judge-rule";
import { type DecodedBy, object, optional, required } from "../model/object-decoder";
import { pathText } from "../model/path-text";
import { type Settings, settingsFields } from "../model/settings";
import { listed } from "../model/suggest";
import { merging, type Semantics } from "../reconcile/plan/plan";
import { triageDecoder, type TriageInput, triageOf } from "./triage-input";

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

/** The desired state of one account. */
export interface DesiredInput {
  readonly configurations?: readonly ConfigurationInput[];
  readonly rules?: readonly RuleInput[];
  /** Decisions about findings. One that is no longer declared stays in the service. */
  readonly triages?: readonly TriageInput[];
  /** What `prune` may delete. */
  readonly managedScope?: { readonly names?: string; readonly all?: boolean; readonly maxDeletes?: number };
}

const strict = { unknownKeys: "rejected", null: "rejected" } as const;

const configurationDecoder = object(
  {
    name: required(nonEmptyText),
    id: optional(text),
    renamedFrom: optional(list(text)),
    exclusiveAnalyzers: optional(flag),
    preventDestroy: optional(flag),
    settings: optional(fieldsDecoder(settingsFields, "declared") as Decoder<Settings>),
  },
  strict,
);

const liveConfiguration = object({ id: required(text) }, strict);

const ruleParts = object(
  {
    configuration: optional((value) => {
      if (typeof value === "string") return value;
      const live = liveConfiguration(value);
      return live instanceof Invalid ? invalid("Invalid input") : live;
    }),
    leave: optional(flag),
    repositoryIds: optional(list(text)),
    repositoryNames: optional(list(text)),
    repositoryPattern: optional(text),
  },
  strict,
);
type DecodedRule = DecodedBy<typeof ruleParts>;

const ruleDecoder: Decoder<DecodedRule> = (value) => {
  const decoded = ruleParts(value);
  if (decoded instanceof Invalid) return decoded;
  const { configuration, leave, repositoryIds, repositoryNames, repositoryPattern } = decoded;
  const problems = judgeRule({
    configuration: typeof configuration === "string" ? "declared" : configuration,
    leave,
    repositoryIds,
    repositoryNames,
    repositoryPattern,
  });
  return problems.length === 0 ? decoded : new Invalid(problems.map(ruleIssue));
};

function ruleIssue(problem: RuleProblem): Issue {
  switch (problem.kind) {
    case "two-targets":
    case "no-target":
      return { path: [], message: "must name a configuration, or say leave: true, and not both" };
    case "not-an-id":
      return { path: ["configuration", "id"], message: "must be a UUID" };
    case "no-selector":
      return { path: [], message: "must have repositoryIds, repositoryNames or repositoryPattern" };
    case "pattern-invalid":
      return { path: ["repositoryPattern"], message: problem.message };
    default:
      return problem satisfies never;
  }
}

const inputDecoder = object(
  {
    configurations: optional(list(configurationDecoder)),
    rules: optional(list(ruleDecoder)),
    triages: optional(list(triageDecoder)),
    managedScope: optional(
      object({ names: optional(text), all: optional(flag), maxDeletes: optional(wholeNumber) }, strict),
    ),
  },
  strict,
);

/**
 * Decodes a declaration of plain objects into a copy: the plan is computed again when it is applied, so later changes
 * to the caller's objects must not affect it.
 *
 * @throws ScanformError `declaration-invalid` with the path of every error
 */
export function desiredOf(input: DesiredInput): Desired {
  const decoded = decode(inputDecoder, input);
  if ("issues" in decoded)
    throw new ScanformError(decoded.issues.map(({ path, message }) => toDiagnostic({ path: pathText(path), message })));
  const { configurations = [], rules = [], triages = [], managedScope } = structuredClone(decoded.value);
  const problems = [
    ...configurations.flatMap((configuration, at) =>
      configurationProblems(configuration, `configurations[${String(at)}]`),
    ),
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

/** @param message ends with its own mark where it is more than one sentence */
const toDiagnostic = ({ path, message }: { readonly path: string; readonly message: string }): Diagnostic =>
  error("declaration-invalid", `${path === "" ? "It" : path}: ${message.replace(/[^.?]$/, "$&.")}`, { path });

const addressOf = (name: string) => address(`configurations[${JSON.stringify(name)}]`);

const configurationOf = (
  configuration: ConfigurationInput,
  all: readonly ConfigurationInput[],
): DesiredConfiguration => {
  const { name, id, settings = {}, ...rest } = configuration;
  // several of one name are told apart by the ids that pin them; the first keeps the address that rules use
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

const assignmentsOf = (rules: readonly DecodedRule[]): DesiredAssignments => ({
  address: address("rules"),
  rules: rules.map(({ configuration, repositoryIds, repositoryNames, repositoryPattern }): DesiredRule => {
    const to = typeof configuration === "string" ? { address: addressOf(configuration) } : undefined;
    const id = typeof configuration === "object" ? { id: configurationId(configuration.id) } : undefined;
    const target = to ?? id;
    return {
      target: target === undefined ? { leave: true } : { configuration: target },
      ...(repositoryIds === undefined ? {} : { repositoryIds: repositoryIds.map(repositoryId) }),
      ...(repositoryNames === undefined ? {} : { repositoryNames }),
      ...(repositoryPattern === undefined ? {} : { repositoryPattern }),
    };
  }),
});

function configurationProblems(
  { name, renamedFrom = [], settings = {} }: ConfigurationInput,
  place: string,
): readonly Diagnostic[] {
  const codePolicyIds = (settings.code_policies ?? []).map(({ id }) => id);
  return judgeConfiguration({ name, renamedFrom, codePolicyIds }).map((problem) =>
    configurationDiagnostic(problem, place),
  );
}

function configurationDiagnostic(problem: ConfigurationProblem, place: string): Diagnostic {
  switch (problem.kind) {
    case "name-empty":
      return toDiagnostic({ path: `${place}.name`, message: "must not be empty" });
    case "former-name-is-present": {
      const message = `${JSON.stringify(problem.name)} is the name itself. Remove it`;
      return toDiagnostic({ path: `${place}.renamedFrom`, message });
    }
    case "policy-twice": {
      const path = `${place}.settings.code_policies`;
      const detail = `${path} names ${problem.id.toLowerCase()} twice. Keep one of the entries.`;
      return error("declaration-invalid", detail, { path });
    }
    default:
      return problem satisfies never;
  }
}

const semanticsDecoder = object(
  {
    patchMerge: optional(oneOf(merging)),
    bulkMerge: optional(oneOf(merging)),
    put: optional(oneOf(["replaces", "keeps", "merges"])),
    fillsIn: optional(flag),
  },
  strict,
);

/**
 * @returns a copy, for the same reason as above
 * @throws ScanformError `argument-invalid` with the path of every error
 */
export function checkedSemantics(semantics: Semantics | undefined): Semantics | undefined {
  if (semantics === undefined) return undefined;
  const decoded = decode(semanticsDecoder, semantics);
  if ("value" in decoded) return { ...decoded.value };
  throw new ScanformError(
    decoded.issues.map(({ path: inside, message }) => {
      const path = pathText(["semantics", ...inside]);
      return error("argument-invalid", `${path}: ${message}.`, { path });
    }),
  );
}

function unknownNames(configurations: readonly ConfigurationInput[], rules: readonly DecodedRule[]): Diagnostic[] {
  const names = new Set(configurations.map(({ name }) => name));
  return rules.flatMap(({ configuration }, at) => {
    if (typeof configuration !== "string" || names.has(configuration)) return [];
    const path = `rules[${String(at)}].configuration`;
    const detail = `${path}: ${JSON.stringify(configuration)} is not declared; there are ${listed([...names])}. Give { id } for one that is not declared.`;
    return [error("reference-unknown", detail, { path })];
  });
}
