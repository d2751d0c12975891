import type { ObjectValue } from "../../src/terraform/value";

/** The settings of an analyzer as a file gives them. */
export const analyzer = (leaves: ObjectValue): ObjectValue => ({
  enabled: null,
  silent: null,
  blocking: null,
  risk_level: null,
  excludes: null,
  includes: null,
  ...leaves,
});
