import { messageOf } from "../../diagnostics/error";
import type { Handler } from "../protocol/service";
import type { Held } from "./provider-state";

/** Nothing more is begun, and what waits is given up. */
export const stopProvider =
  (held: Held): Handler<"StopProvider"> =>
  async () => {
    held.stop.abort();
    try {
      await held.session?.close();
      return {};
    } catch (thrown) {
      return { Error: messageOf(thrown) };
    }
  };
