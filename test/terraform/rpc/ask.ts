import { decode, encode, type Message, type Received, type Sent } from "../../../src/terraform/protocol/message";
import {
  type DynamicValue,
  type Handlers,
  type Request,
  type Response,
  type Rpc,
  rpcs,
} from "../../../src/terraform/protocol/service";
import type { Provider } from "../../../src/terraform/provider-types";
import { handlersOf } from "../../../src/terraform/rpc/handlers";
import type { Schema } from "../../../src/terraform/schema/schema";
import { decodeObject, encodeObject } from "../../../src/terraform/values/codec";
import type { ObjectValue } from "../../../src/terraform/value";

type Methods = {
  readonly [R in Rpc]: {
    readonly request: Message<Request<R>, Sent<(typeof rpcs)[R]["request"]>>;
    readonly response: Message<Received<(typeof rpcs)[R]["response"]>, Response<R>>;
  };
};

const methods: Methods = rpcs;

type Ask = <R extends Rpc>(
  rpc: R,
  request: Sent<(typeof rpcs)[R]["request"]>,
) => Promise<Received<(typeof rpcs)[R]["response"]>>;

/** Asks a provider as terraform does: both ways through bytes. */
export function asking(provider: Provider): Ask {
  const handlers: Handlers = handlersOf(provider);
  const askOne = async <R extends Rpc>(rpc: R, { request, response }: Methods[R], given: Parameters<Ask>[1]) => {
    const handler = handlers[rpc];
    if (handler === undefined) throw new Error(`${rpc} is not offered`);
    const received = decode(request, encode(request, given));
    return decode(response, encode(response, await handler(received)));
  };
  return (rpc, given) => askOne(rpc, methods[rpc], given);
}

export const dynamic = ({ block }: Schema, value: ObjectValue | null) => ({
  msgpack: encodeObject(block.attributes, value),
});

export const objectIn = ({ block }: Schema, value: DynamicValue | undefined): ObjectValue | null | undefined =>
  value === undefined ? undefined : decodeObject(block.attributes, value.msgpack);
