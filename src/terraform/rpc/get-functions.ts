import type { Handler } from "../protocol/service";
import type { Provider } from "../provider";
import { functionMessages } from "./function-message";

export const getFunctions =
  ({ functions }: Provider): Handler<"GetFunctions"> =>
  () =>
    Promise.resolve({ functions: functionMessages(functions) });
