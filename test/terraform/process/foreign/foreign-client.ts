import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { Client, credentials, type ServiceError, status } from "@grpc/grpc-js";
import { makeIdentity, pem } from "../../../../src/terraform/process/certificate";
import { type MethodName, methods } from "./messages";
import { type Fields, read, write } from "./wire";

/**
 * What came of a request: the answer's fields, or the status of a request that was not answered. The answer of a stream
 * has its events, and the diagnostics of all of them.
 */
export type Reply = { readonly answer: Fields } | { readonly refused: string };

/** Terraform's side of the plugin protocol, for a provider that it has started. */
export interface ForeignClient {
  readonly child: ChildProcess;
  readonly ask: (method: MethodName, request?: Fields) => Promise<Reply>;
  /** The same with bytes that may be no message. */
  readonly askRaw: (method: MethodName, request: Buffer) => Promise<Reply>;
  /** Asks the process to end. @returns its exit code */
  readonly shutDown: () => Promise<number | null>;
}

const cookie = "d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2";

/** Starts a provider as terraform does, with a certificate on both sides. */
export async function startProvider(program: string, env: NodeJS.ProcessEnv): Promise<ForeignClient> {
  const own = makeIdentity(new Date());
  const certificate = pem("CERTIFICATE", own.certificate);
  const child = spawn(program, [], {
    env: {
      PATH: process.env["PATH"],
      TF_PLUGIN_MAGIC_COOKIE: cookie,
      PLUGIN_PROTOCOL_VERSIONS: "6,5",
      PLUGIN_CLIENT_CERT: certificate.toString(),
      ...env,
    },
    stdio: ["ignore", "pipe", "ignore"],
  });
  const ended = once(child, "close") as Promise<[number | null]>;
  const [line = ""] = (await once(createInterface(child.stdout), "line")) as string[];
  const [, , network = "", place = "", , server = ""] = line.split("|");
  const root = pem("CERTIFICATE", Buffer.from(server, "base64"));
  const grpc = new Client(
    network === "unix" ? `unix:${place}` : place,
    credentials.createSsl(root, pem("PRIVATE KEY", own.key), certificate),
    { "grpc.ssl_target_name_override": "localhost", "grpc.max_receive_message_length": -1 },
  );
  const askRaw = async (method: MethodName, request: Buffer): Promise<Reply> => {
    const path = `/tfplugin6.Provider/${method}`;
    const { response, ...rest } = methods[method];
    if ("stream" in rest) {
      const received = await streamed(grpc, path, request);
      return "refused" in received ? received : { answer: joined(received.map((each) => read(response, each))) };
    }
    const reply = await unary(grpc, path, request);
    return Buffer.isBuffer(reply) ? { answer: read(response, reply) } : reply;
  };
  return {
    child,
    askRaw,
    ask: (method, request = {}) => askRaw(method, write(methods[method].request, request)),
    shutDown: async () => {
      await unary(grpc, "/plugin.GRPCController/Shutdown", Buffer.alloc(0));
      const [code] = await ended;
      grpc.close();
      return code;
    },
  };
}

const unary = (grpc: Client, path: string, request: Buffer): Promise<Buffer | { readonly refused: string }> =>
  new Promise((resolve) => {
    const answered = (error: ServiceError | null, reply?: Buffer): void => {
      resolve(error === null ? (reply ?? Buffer.alloc(0)) : { refused: status[error.code] });
    };
    grpc.makeUnaryRequest(
      path,
      (each: Buffer) => each,
      (each) => each,
      request,
      answered,
    );
  });

/** The events of a stream, in order. */
const streamed = (
  grpc: Client,
  path: string,
  request: Buffer,
): Promise<readonly Buffer[] | { readonly refused: string }> =>
  new Promise((resolve) => {
    const events: Buffer[] = [];
    grpc
      .makeServerStreamRequest(
        path,
        (each: Buffer) => each,
        (each) => each,
        request,
      )
      .on("data", (event: Buffer) => events.push(event))
      .on("error", ({ code }: ServiceError) => {
        resolve({ refused: status[code] });
      })
      .on("end", () => {
        resolve(events);
      });
  });

const joined = (events: readonly Fields[]): Fields => ({
  events,
  diagnostics: events.flatMap(({ diagnostic, completed }) => {
    const { diagnostics = [] } = (completed ?? { diagnostics: diagnostic }) as Fields;
    return diagnostics as readonly Fields[];
  }),
});
