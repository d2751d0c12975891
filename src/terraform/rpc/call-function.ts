import { messageOf } from "../../diagnostics/error";
import { ArgumentError } from "../functions/function";
import type { Handler } from "../protocol/service";
import type { Provider } from "../provider";
import { decodeValue, encodeValue } from "../values/msgpack";
import { registered } from "./registered";

/** Comes to a provider that is not configured. Terraform itself answers where an argument is unknown or null. */
export const callFunction =
  ({ functions }: Provider): Handler<"CallFunction"> =>
  ({ name, arguments: given }) => {
    try {
      const called = registered(functions, name);
      const values = called.parameters.map(({ type }, at) => decodeValue(type, given[at]?.msgpack ?? nothing));
      return Promise.resolve({ result: { msgpack: encodeValue(called.returns, called.call(...values)) } });
    } catch (thrown) {
      const at = thrown instanceof ArgumentError ? { function_argument: thrown.at } : {};
      return Promise.resolve({ error: { text: messageOf(thrown), ...at } });
    }
  };

const nothing = new Uint8Array();
