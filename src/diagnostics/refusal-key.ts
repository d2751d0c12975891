/** The beginning of a property of a synthesized stack that contains a problem found by the constructs. */
const prefix = "refused by scanform: ";

interface Refusal {
  /** Of the construct. */
  readonly path: string;
  readonly detail: string;
  readonly location?: string | undefined;
}

/** The name of the property: terraform shows it where it refuses the file. */
export const refusalKey = ({ path, detail, location }: Refusal): string =>
  `${prefix}"${path}": ${detail}${location === undefined ? "" : ` (at ${location})`}`;

export const isRefusalKey = (key: string): boolean => key.startsWith(prefix);
