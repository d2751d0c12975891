import { Client, credentials, type ServiceError } from "@grpc/grpc-js";
import { type Identity, pem } from "../../../src/terraform/process/certificate";
import { decode, encode, type Message, message } from "../../../src/terraform/protocol/message";
import { type Rpc, rpcs, serviceName } from "../../../src/terraform/protocol/service";

const empty = message({});
type Wire = Message<unknown, unknown>;

/** Terraform's side of a connection, as far as a test plays it. */
export interface TestClient {
  readonly grpc: Client;
  /** @param request anything may be left out */
  readonly ask: (rpc: Rpc, request?: object) => Promise<unknown>;
  readonly shutDown: () => Promise<unknown>;
}

/** @param server its certificate in DER; plain text without. @param own the client's, none when it has none */
export function clientOf(target: string, server?: Buffer, own?: Identity): TestClient {
  const key = own === undefined ? null : pem("PRIVATE KEY", own.key);
  const chain = own === undefined ? null : pem("CERTIFICATE", own.certificate);
  const channel =
    server === undefined ? credentials.createInsecure() : credentials.createSsl(pem("CERTIFICATE", server), key, chain);
  const grpc = new Client(target, channel, {
    // as terraform does: a connection for each client
    "grpc.use_local_subchannel_pool": 1,
    "grpc.ssl_target_name_override": "localhost",
    "grpc.max_receive_message_length": -1,
    "grpc.max_send_message_length": -1,
  });
  return {
    grpc,
    ask: (rpc, request = {}) => ask(grpc, `/${serviceName}/${rpc}`, rpcs[rpc], request),
    shutDown: () => ask(grpc, "/plugin.GRPCController/Shutdown", { request: empty, response: empty }, {}),
  };
}

/** One request and its answer. @throws ServiceError */
export const ask = (
  grpc: Client,
  path: string,
  { request, response }: { readonly request: Wire; readonly response: Wire },
  value: unknown,
): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const answered = (error: ServiceError | null, answer?: unknown): void => {
      if (error === null) resolve(answer);
      else reject(error);
    };
    grpc.makeUnaryRequest(
      path,
      (each: unknown) => Buffer.from(encode(request, each)),
      (given) => decode(response, given),
      value,
      answered,
    );
  });
