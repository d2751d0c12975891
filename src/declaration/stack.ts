/** One synthesized stack. */
export interface Stack {
  readonly name: string;
  /** Its path in the app, such as `prod/acme`, by which cdktf refers to it. */
  readonly constructPath: string;
  /** Its file inside the output folder, such as `stacks/acme/cdk.tf.json`. */
  readonly file: string;
  readonly json: Readonly<Record<string, unknown>>;
}
