import type { AccountDeclaration } from "../declaration/group-by-account";

/** Where each construct was made, by its address: `main.ts:31:5`. Empty where the app does not say. */
export const locationsOf = (declaration: AccountDeclaration): ReadonlyMap<string, string> =>
  "locations" in declaration && declaration.locations instanceof Map
    ? (declaration.locations as ReadonlyMap<string, string>)
    : new Map();
