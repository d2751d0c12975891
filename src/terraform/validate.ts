import type { AttributePath } from "../diagnostics/attribute-path";
import { type Diagnostic, warning } from "../diagnostics/diagnostic";
import {
  configurationAttributes,
  deepscanInputFields,
  ruleFields,
  timeoutsField,
  triageFields,
} from "../model/declared-fields";
import { type Decoder, decode, invalid, required } from "../model/decoder";
import { fieldsDecoder, listDecoder, objectDecoder, partsOf, proceed, type Way } from "../model/field-decoder";
import { validateConfiguration, ruleDecoder } from "../model/validate";
import { problem } from "../model/problem";
import { isOrdered } from "../model/same-set";
import { settingsFields } from "../model/settings";
import { attributeDiagnostic } from "./common-diagnostics";
import { BigNumber, entriesOf, isObjectValue, isUnknown, listIn, type ObjectValue, type Value } from "./value";

/** What terraform sends: of the types of the schema, with computed attributes as null, and with unknown values. */
export const configured: Way = {
  isDeclared: true,
  requires: true,
  keyed: "map",
  keepsUnknown: true,
  early: (value) => {
    if (isUnknown(value as Value)) return value;
    return value instanceof BigNumber
      ? invalid(problem("out-of-range", [], value.text, "a whole number between -(2^53 - 1) and 2^53 - 1"))
      : proceed;
  },
};

export function problemsIn(decoder: Decoder, config: ObjectValue, at: AttributePath = []): readonly Diagnostic[] {
  const decoded = decode(decoder, config);
  return "value" in decoded ? [] : decoded.problems.map((each) => attributeDiagnostic(each, at));
}

/** Terraform has lists of patterns as sets, in its own order. Patterns are not shown: a variable may be sensitive. */
function unordered({ name = null, analyzers = null }: ObjectValue): readonly Diagnostic[] {
  const { entry: fields } = settingsFields.analyzers;
  const paths = entriesOf(analyzers).flatMap(([slug, entry]) =>
    Object.entries(fields).flatMap(([leaf, field]) => {
      const members = listIn(isObjectValue(entry) ? entry[leaf] : null);
      return members.length > 1 && isOrdered(field, members) ? [`analyzers[${JSON.stringify(slug)}].${leaf}`] : [];
    }),
  );
  if (paths.length === 0) return [];
  const detail = `${paths.join(", ")}: a pattern begins with "!" or is empty, and may reverse those before it. Terraform keeps no order of patterns: while they are those of the service, they stay in the order of the service; any others are written in Terraform's order. Write patterns that do not depend on each other, or declare this configuration with the scanform CLI alone.`;
  return [
    warning(
      "patterns-unordered",
      detail,
      { attribute: ["analyzers"] },
      typeof name === "string" ? JSON.stringify(name) : "a configuration",
    ),
  ];
}

/** Everything that is wrong with a configuration, whatever the account holds. */
export function configurationDiagnostics(config: ObjectValue): readonly Diagnostic[] {
  const { name = null, renamed_from: renamed, code_policies: policies = null } = config;
  const problems = validateConfiguration({
    name: typeof name === "string" ? name : undefined,
    renamedFrom: listIn(renamed),
    codePolicyIds: isObjectValue(policies) ? Object.keys(policies) : [],
  });
  return [
    ...problemsIn(fieldsDecoder(configurationAttributes, configured), config),
    ...problems.map((each) => attributeDiagnostic(each)),
    ...unordered(config),
  ];
}

const rule = ruleDecoder(fieldsDecoder(ruleFields, configured), undefined, (value) => isUnknown(value as Value));

const assignments = objectDecoder(
  { rules: required(listDecoder(rule, configured), "Give it a list of rules.") },
  configured,
);

export const validateAssignments = (config: ObjectValue): readonly Diagnostic[] => problemsIn(assignments, config);

export const validateTriage = (config: ObjectValue): readonly Diagnostic[] =>
  problemsIn(fieldsDecoder(triageFields, configured), config);

/** @param at the block in which it is written */
export const validateDeepscan = (config: ObjectValue, at: AttributePath = []): readonly Diagnostic[] =>
  problemsIn(fieldsDecoder(deepscanInputFields, configured), config, at);

const timeouts = objectDecoder(
  partsOf({ timeouts: timeoutsField("create", "update", "delete") }, configured),
  configured,
);

export const validateTimeouts = (config: ObjectValue): readonly Diagnostic[] => problemsIn(timeouts, config);
