import { messageOf } from "../../diagnostics/error";
import type { Handler } from "../protocol/service";
import type { ConnectionState } from "./connection-state";

/** Starts no further request and cancels those that wait. */
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
