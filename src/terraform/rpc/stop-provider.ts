import { messageOf } from "../../diagnostics/error";
import type { Handler } from "../protocol/service";
import type { ConnectionState } from "./connection-state";

/** Nothing more is begun, and what waits is given up. */
export const stopProvider =
  (connection: ConnectionState): Handler<"StopProvider"> =>
  async () => {
    connection.stop.abort();
    try {
      await connection.session?.close();
      return {};
    } catch (thrown) {
      return { Error: messageOf(thrown) };
    }
  };
