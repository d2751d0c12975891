import { repeated, sub } from "../field";
import { entries, message, type Sent } from "../message";
import { bool, bytes, presentInt64, text } from "../scalar";
import { diagnostic, dynamicValue } from "./common";
import { stringKind } from "./schema";

/** Functions that the provider offers. */

/** `type` is JSON. */
const parameter = message({
  name: text(1),
  type: bytes(2),
  allow_null_value: bool(3),
  allow_unknown_values: bool(4),
  description: text(5),
  description_kind: stringKind(6),
});

export const functionDefinition = message({
  parameters: repeated(1, parameter),
  variadic_parameter: sub(2, parameter),
  return: sub(3, message({ type: bytes(1) })),
  summary: text(4),
  description: text(5),
  description_kind: stringKind(6),
  deprecation_message: text(7),
});
export type FunctionDefinition = Sent<typeof functionDefinition>;

export const getFunctions = {
  request: message({}),
  response: message({ functions: entries(1, functionDefinition), diagnostics: repeated(2, diagnostic) }),
};

/** @property function_argument which argument it is about, from 0; absent when it is about none */
const functionError = message({ text: text(1), function_argument: presentInt64(2) });

export const callFunction = {
  request: message({ name: text(1), arguments: repeated(2, dynamicValue) }),
  response: message({ result: sub(1, dynamicValue), error: sub(2, functionError) }),
};
