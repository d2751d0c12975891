/** What became of the writes of a plan in the embedded emulator: `--rehearse`. */
export interface Rehearsal {
  /** Under how many readings of what the specification leaves open. */
  readonly readings: number;
  /** Under how many of these the account holds afterwards what is declared. */
  readonly converged: number;
  /** The fewest and the most requests to write that any reading took. */
  readonly requests: readonly [low: number, high: number];
  /** What the others lack, in the order of the readings. */
  readonly leftovers: readonly Leftover[];
}

/** A declared thing that a service of one reading does not hold after the apply. */
export interface Leftover {
  /** As `scanform emulator --profile` takes it: `patch_merge=deep,bulk_merge=shallow`. */
  readonly reading: string;
  /** What is declared: `scanform_configuration.baseline`. */
  readonly address: string;
  /** The leaf, such as `analyzers["secrets"].blocking`; null where the whole is concerned. */
  readonly path: string | null;
  /** The write after which it should hold, in words: `request 2 of 3, PATCH of "baseline"`. */
  readonly step?: string;
}
