/**
 * How a change of a setting bears on security: DESIGN, *Security-aware review*, *A leaf's verdict*. A rule
 * stands beside each field of the settings (`SettingFields`).
 */
export type VerdictRule =
  /** Values from the weakest to the strongest. */
  | { readonly by: "order"; readonly weakToStrong: readonly (boolean | string)[]; readonly words: Words }
  /** Members that come and go. `more` is what another member does; `empty` is what an empty set is. */
  | {
      readonly by: "members";
      readonly more: "weaker" | "stronger";
      readonly empty: "weakest" | "strongest";
      /** Members that each take in everything. */
      readonly everything?: readonly string[];
      readonly words: Words;
    }
  /** The direction of a change is not known. */
  | { readonly by: "unclassified" }
  /** A change has no bearing on security. */
  | { readonly by: "neutral" };

/** What is said of a change, after the subject: `sql-injection` in `sql-injection no longer runs`. */
export interface Words {
  /** From a stronger value to a weaker one. */
  readonly weaker: string;
  readonly stronger: string;
  /** From not set to the weakest value. */
  readonly weakest: string;
  /** From the strongest value to not set. */
  readonly lost: string;
}
