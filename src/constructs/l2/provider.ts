import type { Construct } from "constructs";
import { managedScopeFields, providerFields } from "../../model/declared-fields";
import { ScanformProvider as Binding, type ScanformProviderConfig } from "../l1/provider";
import { isRejected } from "./rejected-values";
import { guardStack, represent } from "./guard";
import { type KnownNames, knownNames, rememberNames } from "./known-names";
import { optional } from "../../model/decoder";
import { partsOf } from "../../model/field-decoder";
import { propertyName } from "../../model/field";
import { ProblemList, mistakeAt, type Problem } from "./problems";
import { properties, propsOf, text } from "./properties";
import { elementProblems, type Form, scopeProblems } from "./forms";

/**
 * Which live configurations belong to this app, so that `scanform apply --prune` deletes those that are
 * not declared: those whose name matches `names` (SQL LIKE), or `all`; at most `maxDeletes` at once. Without
 * `names` and `all`, or when the whole is absent, nothing is deleted.
 *
 * @interface
 */
export type ManagedScope = NonNullable<ScanformProviderConfig["managedScope"]>;

/**
 * Which account, and where. There is no `apiKey`: a key belongs in SCANFORM_API_KEY, never into code. What is absent has
 * no effect, or comes from the environment.
 */
export interface ScanformProviderProps extends Omit<ScanformProviderConfig, "apiKey"> {
  /**
   * The names of the account, as `scanform types` writes them. Analyzers, policies and repositories of other names
   * are refused at synth.
   */
  readonly types?: KnownNames;
}

const keyInCode = "It would be in the synthesized files: leave it out and set SCANFORM_API_KEY instead.";

const inScope = Object.keys(managedScopeFields).map((name): [string, string] => {
  const property = propertyName(name);
  return [property, `Write managedScope: { ${property}: ... }.`];
});

const propsDecoder = propsOf(
  { ...partsOf(providerFields, properties), alias: optional(text), types: optional(knownNames) },
  new Map([["apiKey", keyInCode], ...inScope]),
);

/**
 * The account that a stack declares. Without props, SCANFORM_BASE_URL and SCANFORM_ACCOUNT_ID say
 * which; the account id is not needed when the key reaches one account. For several accounts in one
 * stack, give each an `alias` and name it in the `provider` of what belongs to it.
 *
 * @example
 * ```ts
 * new ScanformProvider(this, "acme", { managedScope: { names: "platform-%", maxDeletes: 3 } });
 * const globex = new ScanformProvider(this, "globex", { alias: "globex" });
 * new Configuration(this, "strict", { name: "strict", provider: globex });
 * ```
 */
export class ScanformProvider extends Binding {
  constructor(scope: Construct, id: string, props: ScanformProviderProps = {}) {
    const findings = new ProblemList();
    const { types, ...config } = findings.readProps(propsDecoder, props);
    super(scope, id, config);
    if (!isRejected(types)) rememberNames(this, this.alias, types as KnownNames | undefined);
    guardStack(this);
    const judge = (form: Form): readonly Problem[] => [
      ...scopeProblems(form),
      ...(form["api_key"] === undefined ? [] : [mistakeAt("apiKey", "is set", keyInCode)]), // on the block itself
    ];
    represent(this, this, findings, () => elementProblems(this, findings.problems, judge));
  }
}
