import { attribute, type Attributes, optional, required, type Schema, schema, text } from "./schema/schema";
import { isUuid } from "../model/uuid";
import { type ObjectValue, textIn, type Value } from "./value";

/** What identifies a resource's object for good, apart from its settings. Terraform stores it beside the state. */
export interface ResourceIdentity {
  /** Every attribute is a text; the required ones must be given for an import. */
  readonly schema: Schema;
  /** Absent where the state lacks a part of it. */
  of(accountId: string, state: ObjectValue): ObjectValue | undefined;
  /** The id by which `importState` finds the same object. */
  importId(identity: ObjectValue): string;
}

const account: Attributes = {
  account_id: attribute(
    text,
    optional,
    "The account's id. For an import, the provider's account is used when it is absent.",
  ),
};

const schemaOf = (attributes: Attributes): Schema => schema("", { ...account, ...attributes });

/** The account and attributes of the state, in the order of the import id. @param parts descriptions by name */
export function identityOfParts(parts: Readonly<Record<string, string>>): ResourceIdentity {
  const names = Object.keys(parts);
  return {
    schema: schemaOf(
      Object.fromEntries(Object.entries(parts).map(([name, about]) => [name, attribute(text, required, about)])),
    ),
    of: (accountId, state) =>
      names.every((name) => typeof state[name] === "string")
        ? { account_id: accountId, ...Object.fromEntries(names.map((name) => [name, inOneSpelling(state[name])])) }
        : undefined,
    importId: (identity) =>
      ["account_id", ...names]
        .map((name) => textIn(identity[name]))
        .filter((each) => each !== "")
        .join("/"),
  };
}

/** An id in capitals is the same one, and an identity may never change. */
const inOneSpelling = (value: Value | undefined): Value => {
  const id = textIn(value);
  return isUuid(id) ? id.toLowerCase() : id;
};

/** The identity of a resource that covers the whole account, whose id imports all of it. */
export const identityOfAccount: ResourceIdentity = {
  schema: schemaOf({ id: attribute(text, required, "The account's id.") }),
  of: (accountId) => ({ account_id: accountId, id: accountId }),
  importId: ({ id }) => textIn(id),
};
