/** One synthesized stack. */
export interface Stack {
  readonly name: string;
  /** Where it stands in the app, such as `prod/acme`: cdktf refers to it by this. */
  readonly constructPath: string;
  /** Its file inside the output folder, such as `stacks/acme/cdk.tf.json`. */
  readonly file: string;
  readonly json: Readonly<Record<string, unknown>>;
}
