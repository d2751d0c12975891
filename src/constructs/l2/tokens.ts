import { type IResolvable, Token } from "cdktf";

/**
 * Whether Terraform computes the value: a token of any form, or text with an expression. Ask before a value is spread,
 * walked, measured or compared.
 */
export function isToken(value: unknown): boolean {
  switch (typeof value) {
    case "string":
      return value.includes("${");
    case "number":
      return Token.isUnresolved(value);
    case "object":
      if (value === null) return false;
      return Array.isArray(value) ? isListToken(value) : isResolvable(value) || isMapToken(value);
    default:
      return false;
  }
}

const isResolvable = (value: object): value is IResolvable => "resolve" in value && typeof value.resolve === "function";

/** A list token has one member, which is the token; a copy of it is one too. */
function isListToken(value: readonly unknown[]): boolean {
  if (value.length !== 1) return false;
  return isEncodedList(value[0]) || (typeof value[0] === "number" && Token.isUnresolved(value));
}

/** A map token has one key, which is the token; a copy of it is one too. */
function isMapToken(value: object): boolean {
  for (const key in value) return isEncodedMap(key) && Object.keys(value).length === 1;
  return false;
}

/** A token in a form in which the bindings keep it whole where they take objects and lists of objects. */
export const asResolvable = (token: unknown): IResolvable =>
  typeof token === "object" && token !== null && isResolvable(token) ? token : Token.asAny(token);

/** A text, or a token of one in the form of a text. */
export const asText = (value: unknown): string =>
  typeof value === "string" ? value : Token.asString(asResolvable(value));

/** The only member of a list token. */
export const isEncodedList = (value: unknown): boolean => typeof value === "string" && value.includes("#{TfToken[");

/** The only key of a map token. */
export const isEncodedMap = (key: string): boolean => key.startsWith("&{TfToken[");

/** Whether the framework's own object for an expression was spread into this one. */
export const isSpreadToken = (value: Readonly<Record<string, unknown>>): boolean =>
  Array.isArray(value["creationStack"]);

/** Whether text with an expression was spread into these values, one character each. */
export const isTakenApart = (values: readonly unknown[]): boolean =>
  values.includes("$") &&
  values
    .filter((each) => typeof each === "string" && each.length === 1)
    .join("")
    .includes("${");
