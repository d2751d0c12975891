/** A repository and where it belongs. */
export interface Routed {
  readonly id: string;
  readonly name?: string;
  /** The configuration's id; absent where the repository is to stay as it is. */
  readonly target?: string;
}

/** A rule of the account; the first that matches a repository decides. Without a target it leaves what it matches. */
export interface Rule {
  readonly target?: string;
  readonly ids: readonly string[];
  readonly names: readonly string[];
  readonly pattern?: string;
}

/** A text in a pattern, where it stands for itself. An unescaped `*` or `?` is refused as a mistake for `%` or `_`. */
export const escapedPattern = (text: string): string => text.replace(/[\\%_*?]/g, "\\$&");
