import { stableId } from "../../src/emulator/deterministic/stable-id";
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
