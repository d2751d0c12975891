import type { Server } from "@grpc/grpc-js";
import { message } from "../protocol/message";
import { choice, text } from "../protocol/scalar";
import { registerMethod } from "./register-method";

const empty = message({});

const healthCheck = {
  request: message({ service: text(1) }),
  response: message({ status: choice(1, ["UNKNOWN", "SERVING", "NOT_SERVING"]) }),
};

/**
 * What every plugin offers beside its own service. The broker is left out: terraform does without.
 * @param shutDown called when terraform has no more use for the process
 */
export function offerPluginServices(server: Server, shutDown: () => void): void {
  registerMethod(server, "/grpc.health.v1.Health/Check", healthCheck, (_call, answer) => {
    answer(null, { status: "SERVING" });
  });
  registerMethod(server, "/plugin.GRPCController/Shutdown", { request: empty, response: empty }, (_call, answer) => {
    answer(null, {});
    shutDown();
  });
  // Stays open and says nothing: an open stream keeps terraform from closing an idle connection,
  // and the connection's end is what ends the process.
  server.register(
    "/plugin.GRPCStdio/StreamStdio",
    () => undefined,
    () => Buffer.alloc(0),
    () => ({}),
    "serverStream",
  );
}
