import { stableId } from "../../src/emulator/support/deterministic";
import type { ObjectValue } from "../../src/terraform/value";

/** The ids of what the built-in account holds. */
export const configurationNamed = (name: string): string => stableId(`acme configuration ${name}`);
export const repositoryNamed = (name: string): string => stableId(`acme repository ${name}`);

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

/** A rule of assignments as a file gives it. */
export const rule = (given: ObjectValue): ObjectValue => ({
  configuration_id: null,
  repository_ids: null,
  repository_names: null,
  repository_pattern: null,
  leave: null,
  ...given,
});
