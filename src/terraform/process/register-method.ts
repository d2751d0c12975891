import type { Server, handleUnaryCall } from "@grpc/grpc-js";
import type { Message } from "../protocol/field";
import { decode, encode } from "../protocol/message";

/** Puts a method that takes one message and answers with one into the server. @param path as in `/service/method` */
export function registerMethod<Req, Res>(
  server: Server,
  path: string,
  { request, response }: { readonly request: Message<Req, unknown>; readonly response: Message<unknown, Res> },
  answer: handleUnaryCall<Req, Res>,
): void {
  server.register(
    path,
    answer,
    (value: Res) => asBuffer(encode(response, value)),
    (bytes) => decode(request, bytes),
    "unary",
  );
}

/** The same bytes, not a copy. */
const asBuffer = ({ buffer, byteOffset, length }: Uint8Array): Buffer => Buffer.from(buffer, byteOffset, length);
