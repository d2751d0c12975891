import type { ProviderFunction } from "../functions/function";
import type { FunctionDefinition } from "../protocol/messages/function";
import { typeBytes } from "./schema-message";

/** Functions by name, as messages of the protocol. */
export const functionMessages = (
  functions: Readonly<Record<string, ProviderFunction>>,
): Readonly<Record<string, FunctionDefinition>> =>
  Object.fromEntries(Object.entries(functions).map(([name, each]) => [name, functionMessage(each)]));

const functionMessage = ({ summary, description, parameters, returns }: ProviderFunction): FunctionDefinition => ({
  summary,
  description,
  parameters: parameters.map((each) => ({
    name: each.name,
    description: each.description,
    type: typeBytes(each.type),
  })),
  return: { type: typeBytes(returns) },
});
