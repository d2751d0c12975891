import { stableId } from "../../src/emulator/deterministic/stable-id";

/** The ids of what the built-in account holds. */
export const configurationNamed = (name: string): string => stableId(`acme configuration ${name}`);
export const repositoryNamed = (name: string): string => stableId(`acme repository ${name}`);
