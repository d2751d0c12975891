import { type handleUnaryCall, type Server, status } from "@grpc/grpc-js";
import type { Message } from "../protocol/field";
import { type Handlers, type Request, type Response, type Rpc, rpcs, serviceName } from "../protocol/service";
import type { Log } from "./log";
import { registerMethod } from "./register-method";

/** Gives the handlers when the first request comes: they take longer to load than the handshake may. */
export type LoadHandlers = () => Promise<Handlers>;

type Methods = {
  readonly [R in Rpc]: {
    readonly request: Message<Request<R>, unknown>;
    readonly response: Message<unknown, Response<R>>;
  };
};

const methods: Methods = rpcs;

/**
 * Offers everything of `tfplugin6.Provider`; what has no handler answers UNIMPLEMENTED.
 * @param asked called for each request
 */
export function offerProvider(server: Server, load: LoadHandlers, asked: () => void, log: Log): void {
  const offerOne = <R extends Rpc>(rpc: R, method: Methods[R]): void => {
    registerMethod<Request<R>, Response<R>>(server, `/${serviceName}/${rpc}`, method, answerBy(rpc, load, asked, log));
  };
  for (const rpc of Object.keys(rpcs) as Rpc[]) offerOne(rpc, methods[rpc]);
}

/** A thrown error is a defect: logged with its stack, answered to Terraform without. */
const answerBy =
  <R extends Rpc>(rpc: R, load: LoadHandlers, asked: () => void, log: Log): handleUnaryCall<Request<R>, Response<R>> =>
  (call, answer) => {
    asked();
    const handle = async (): Promise<Response<R> | undefined> => {
      const handlers = await load();
      return handlers[rpc]?.(call.request);
    };
    handle().then(
      (response) => {
        if (response === undefined) answer({ code: status.UNIMPLEMENTED, details: `${rpc} is not offered` });
        else answer(null, response);
      },
      (thrown: unknown) => {
        const { message, stack = message } = thrown instanceof Error ? thrown : new Error(String(thrown));
        log("error", `${rpc} failed: ${message}`, { stack });
        answer({
          code: status.INTERNAL,
          details: `${rpc} failed inside the provider, which is a defect of it: ${message}`,
        });
      },
    );
  };
