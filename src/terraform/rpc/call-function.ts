import { messageOf } from "../../diagnostics/error";
import { ArgumentError } from "../functions/function";
import type { Handler } from "../protocol/service";
import type { Provider } from "../provider";
import { decodeValue, encodeValue } from "../values/msgpack";
import { registered } from "./registered";

/** Terraform calls functions of an unconfigured provider, and never with unknown or null arguments. */
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
