import { idOf } from "../../src/emulator/id-of";

/** The ids of what the built-in account holds. */
export const configurationNamed = (name: string): string => idOf(`acme configuration ${name}`);
export const repositoryNamed = (name: string): string => idOf(`acme repository ${name}`);
