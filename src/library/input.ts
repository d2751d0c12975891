import { z } from "zod";
import { type Diagnostic, error } from "../diagnostics/diagnostic";
import { ScanformError } from "../diagnostics/error";
import type { Desired, DesiredAssignments, DesiredConfiguration, DesiredRule } from "../model/desired";
import { address, configurationId, repositoryId } from "../model/ids";
import { listed } from "../model/suggest";
import { normalizeSettings } from "../model/normalize";
import { objectSchema, pathText } from "../model/schema";
import { type Settings, settingsFields } from "../model/settings";
import { merging, type Semantics } from "../reconcile/semantics";

/** A configuration, as in the Terraform resource `scanform_configuration`; only what is declared is managed. */
export interface ConfigurationInput {
  readonly name: string;
  /** Of the live configuration to take over, whatever its name. */
  readonly id?: string;
  readonly renamedFrom?: readonly string[];
  readonly exclusiveAnalyzers?: boolean;
  readonly preventDestroy?: boolean;
  readonly settings?: Settings;
}

/** Which configuration the repositories get that any of the selectors matches; the first rule that matches decides. */
export interface RuleInput {
  /** The name of a declared configuration, or the id of one that is not declared. */
  readonly configuration?: string | { readonly id: string };
  /** They stay as they are. */
  readonly leave?: true;
  readonly repositoryIds?: readonly string[];
  readonly repositoryNames?: readonly string[];
  /** SQL LIKE */
  readonly repositoryPattern?: string;
}

/** What one account should hold. */
export interface DesiredInput {
  readonly configurations?: readonly ConfigurationInput[];
  readonly rules?: readonly RuleInput[];
  /** What `prune` may delete. */
  readonly managedScope?: { readonly names?: string; readonly all?: boolean; readonly maxDeletes?: number };
}

const strings = z.array(z.string()).readonly().optional();
const shape = z.strictObject({
  configurations: z
    .array(
      z.strictObject({
        name: z.string().min(1, "must not be empty"),
        id: z.string().optional(),
        renamedFrom: strings,
        exclusiveAnalyzers: z.boolean().optional(),
        preventDestroy: z.boolean().optional(),
        settings: objectSchema(settingsFields, "declared").optional(),
      }),
    )
    .optional(),
  rules: z
    .array(
      z
        .strictObject({
          configuration: z.union([z.string(), z.strictObject({ id: z.string() })]).optional(),
          leave: z.literal(true).optional(),
          repositoryIds: strings,
          repositoryNames: strings,
          repositoryPattern: z.string().optional(),
        })
        .refine((rule) => (rule.configuration === undefined) !== (rule.leave === undefined), {
          error: "must name a configuration, or say leave: true, and not both",
        })
        .refine(
          ({ repositoryIds, repositoryNames, repositoryPattern }) =>
            (repositoryIds ?? repositoryNames ?? repositoryPattern) !== undefined,
          { error: "must have repositoryIds, repositoryNames or repositoryPattern" },
        ),
    )
    .optional(),
  managedScope: z
    .strictObject({
      names: z.string().optional(),
      all: z.boolean().optional(),
      maxDeletes: z.int().min(0).optional(),
    })
    .optional(),
});

/**
 * Checks what somebody declares as plain objects. Nothing of it is kept but a copy: a plan is planned again when it is
 * applied, and must then be what was reviewed, whatever the caller has done with the objects since.
 *
 * @throws ScanformError `declaration-invalid` with the path of everything that is wrong
 */
export function desiredOf(input: DesiredInput): Desired {
  const issues = shape.safeParse(input).error?.issues ?? [];
  const wrong = issues.map((issue) => {
    const path = pathText(issue.path);
    return error("declaration-invalid", `${path === "" ? "It" : path}: ${issue.message}.`, { path });
  });
  if (wrong.length > 0) throw new ScanformError(wrong);
  const { configurations = [], rules = [], managedScope } = structuredClone(input);
  const problems = [...policiesTwice(configurations), ...unknownNames(configurations, rules)];
  if (problems.length > 0) throw new ScanformError(problems);
  return {
    configurations: configurations.map(configurationOf),
    assignments: rules.length === 0 ? [] : [assignmentsOf(rules)],
    ...(managedScope === undefined ? {} : { managedScope }),
  };
}

const addressOf = (name: string) => address(`configurations[${JSON.stringify(name)}]`);

const configurationOf = ({ name, id, settings = {}, ...rest }: ConfigurationInput): DesiredConfiguration => {
  const normal = normalizeSettings(settings, "ours");
  // exclusive without any analyzer means none at all
  const exclusive = rest.exclusiveAnalyzers === true ? { analyzers: normal.analyzers ?? {} } : {};
  return {
    ...rest,
    address: addressOf(name),
    name,
    ...(id === undefined ? {} : { id: configurationId(id) }),
    settings: { ...normal, ...exclusive },
  };
};

const assignmentsOf = (rules: readonly RuleInput[]): DesiredAssignments => ({
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

const policiesTwice = (configurations: readonly ConfigurationInput[]): readonly Diagnostic[] =>
  configurations.flatMap(({ settings }, at) => {
    const ids = (settings?.code_policies ?? []).map(({ id }) => id.toLowerCase());
    const twice = ids.find((id, index) => ids.indexOf(id) !== index);
    if (twice === undefined) return [];
    const path = `configurations[${String(at)}].settings.code_policies`;
    return [error("declaration-invalid", `${path} names ${twice} twice. Keep one of the entries.`, { path })];
  });

const semanticsShape = z.strictObject({
  patchMerge: z.enum(merging).optional(),
  bulkMerge: z.enum(merging).optional(),
  put: z.enum(["replaces", "keeps", "merges"]).optional(),
  fillsIn: z.boolean().optional(),
});

/**
 * @returns a copy, for the same reason as above
 * @throws ScanformError `argument-invalid` that names what is not known of a service in this way
 */
export function checkedSemantics(semantics: Semantics | undefined): Semantics | undefined {
  const issues = semanticsShape.optional().safeParse(semantics).error?.issues ?? [];
  const wrong = issues.map((issue) => {
    const path = pathText(["semantics", ...issue.path]);
    return error("argument-invalid", `${path}: ${issue.message}.`, { path });
  });
  if (wrong.length > 0) throw new ScanformError(wrong);
  return semantics === undefined ? undefined : { ...semantics };
}

function unknownNames(configurations: readonly ConfigurationInput[], rules: readonly RuleInput[]): Diagnostic[] {
  const names = new Set(configurations.map(({ name }) => name));
  return rules.flatMap(({ configuration }, at) => {
    if (typeof configuration !== "string" || names.has(configuration)) return [];
    const path = `rules[${String(at)}].configuration`;
    const detail = `${path}: ${JSON.stringify(configuration)} is not declared; there are ${listed([...names])}. Give { id } for one that is not declared.`;
    return [error("reference-unknown", detail, { path })];
  });
}
