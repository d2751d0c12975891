import type { Diagnostic } from "../../diagnostics/diagnostic";
import type { LeafChange } from "../../model/compare-settings";
import type { Address } from "../../model/ids";
import type { RepositoryClass } from "../../model/leaf-verdict";
import type { Side } from "./effects";
import type { RuleMatch } from "./change";

/** What a declaration changes beside an earlier one, its base, whatever the account holds: `--base`. */
export interface BaseComparison {
  /** Repositories that do not exist yet and would get other settings than by the base's rules; the worst first. */
  readonly future: readonly FutureChange[];
  /** There are more regions between two configurations of `future` than are listed. */
  readonly isCut?: true;
  /** What the base declares and this declaration does not, and what stays in the service. */
  readonly noLongerDeclared: readonly NoLongerDeclared[];
  /** Triages that end later than the base says, or never. */
  readonly prolonged: readonly Prolonged[];
  /** Why the comparison is not whole: it closes the gate. */
  readonly problems: readonly Diagnostic[];
}

/** A set of names that go through both lists of rules alike, and change equally. */
export interface FutureChange {
  /** A name of the set, which no live repository has: `payments-…`. */
  readonly like: string;
  /** Null for none: no rule assigns a configuration, or a rule leaves the repository. */
  readonly from: Side | null;
  readonly to: Side | null;
  /** That of all leaves. `weakens` with `from` null does not close the gate: nothing is lost. */
  readonly class: RepositoryClass;
  readonly weaker: readonly LeafChange[];
  /** Null where no rule matches. */
  readonly rules: { readonly before: RuleMatch | null; readonly after: RuleMatch | null };
}

export interface NoLongerDeclared {
  readonly kind: "configuration" | "setting" | "rule" | "triage";
  /** Where the base declares it. */
  readonly address: Address;
  /** The configuration's name, the rule's selectors, or the finding. */
  readonly name?: string;
  /** Of a setting: `analyzers["xss"]`; of a rule: `rules[1]`. */
  readonly path?: string;
}

export interface Prolonged {
  readonly address: Address;
  readonly findingId: string;
  readonly before: string;
  /** Absent for no end. */
  readonly after?: string;
}

export const nothingCompared: BaseComparison = { future: [], noLongerDeclared: [], prolonged: [], problems: [] };

/** Such a repository loses settings that the base's rules would give it. */
export const isFutureWeakening = ({
  class: worst,
  from,
}: {
  readonly class: RepositoryClass;
  readonly from: unknown;
}): boolean => worst === "weakens" && from !== null;
