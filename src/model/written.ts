import type { Address, ConfigurationId, RepositoryId } from "./ids";
import type { Settings } from "./settings";

/** A configuration in one state. */
export interface ConfigurationState {
  readonly name?: string | undefined;
  readonly settings: Settings;
}

/** A configuration that an apply has created, changed or deleted, or may have. */
export interface WrittenConfiguration {
  readonly address: Address;
  /** Absent where it was created, and the answer was lost. */
  readonly id?: ConfigurationId;
  /** Absent where it was created. */
  readonly before?: ConfigurationState;
  /**
   * As the apply has left it: as each write was to leave it, the last one first, and as it was read back. A leaf that is
   * as in any of these is not changed since. Empty where it was deleted.
   */
  readonly after: readonly ConfigurationState[];
  /**
   * Other configurations that had the name that was given or taken away; of a creation whose answer was lost, all that were
   * there, or that the apply has made otherwise.
   */
  readonly namesakes?: readonly ConfigurationId[];
  /** It must not be deleted again. */
  readonly preventDestroy?: true;
}

/** A repository that an apply has moved, or may have. */
export interface WrittenPlace {
  readonly repository: RepositoryId;
  /** Null for none. */
  readonly before: ConfigurationId | null;
  /** What it got: by its address where that was created and the answer was lost; null where its own was deleted. */
  readonly after: readonly ({ readonly id: ConfigurationId } | { readonly address: Address } | null)[];
}

/** A finding whose triage an apply has changed, or may have. Null for no category. */
export interface WrittenTriage {
  readonly address: Address;
  readonly finding: string;
  readonly before: string | null;
  readonly after: readonly (string | null)[];
}

/** What an apply has written, or may have: each object as it was before, and as the apply has left it. */
export interface Written {
  /** The name of the journal that shows it. */
  readonly journal?: string;
  readonly configurations: readonly WrittenConfiguration[];
  readonly places: readonly WrittenPlace[];
  readonly triages: readonly WrittenTriage[];
}

/** The ids that what was written had before, or got. */
export const configurationsOf = ({ configurations, places }: Written): readonly ConfigurationId[] => [
  ...configurations.flatMap(({ id }) => id ?? []),
  ...places.flatMap(({ before }) => before ?? []),
];
