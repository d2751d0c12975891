import type { TerraformStack } from "cdktf";

export const id = "0c5a36f1-7f0e-4d0a-9a36-9d2f6f0f8a11";

/** Properties in the form in which a test passes them: untyped, since TypeScript refuses most of them. */
export type As = (props: object) => never;

/** One mistake: what a user writes, what is said of it, and the same declaration without it. */
export interface Misuse {
  readonly what: string;
  readonly wrong: Declare;
  readonly right: Declare;
  /** The path of the construct. */
  readonly at: string;
  readonly key: string;
  /** What is written instead, as far as it matters. */
  readonly advice: string;
}

export type Declare = (stack: TerraformStack, as: As) => void;
