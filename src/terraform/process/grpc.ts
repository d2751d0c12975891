import type { ServerHttp2Stream } from "node:http2";

/** gRPC over HTTP/2, as far as a plugin needs it: calls with one message in and one out, neither compressed. */

/** Takes the bytes of a message, and gives those of the answer. */
export type Method = (request: Buffer) => Promise<Uint8Array>;

/** The codes of gRPC that are sent. */
export const status = { ok: 0, unimplemented: 12, internal: 13 } as const;

/** An error of a call, for the other side. */
export class CallError extends Error {
  override readonly name = "CallError";

  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message);
  }
}

/** Answers one call once its message is complete. A call that was cancelled gets no answer. */
export function answerCall(stream: ServerHttp2Stream, method: Method): void {
  const parts: Buffer[] = [];
  stream.on("data", (part: Buffer) => parts.push(part));
  stream.once("end", () => {
    answerTo(parts, method).then(
      (answer) => {
        if (!stream.writable) return;
        stream.respond(accepted, { waitForTrailers: true });
        stream.once("wantTrailers", () => {
          stream.sendTrailers({ "grpc-status": status.ok });
        });
        stream.end(answer);
      },
      (thrown: unknown) => {
        refuseCall(stream, thrown instanceof CallError ? thrown : new CallError(status.internal, String(thrown)));
      },
    );
  });
}

export function refuseCall(stream: ServerHttp2Stream, { code, message }: CallError): void {
  if (!stream.writable) return;
  const wellFormed = Buffer.from(message).toString();
  stream.respond({ ...accepted, "grpc-status": code, "grpc-message": encodeURI(wellFormed) }, { endStream: true });
}

const accepted = { ":status": 200, "content-type": "application/grpc" } as const;

/** In front of a message: whether it is compressed, and its length in four bytes. */
const prefix = 5;

async function answerTo(parts: readonly Buffer[], method: Method): Promise<Buffer> {
  const [first] = parts;
  const whole = parts.length === 1 && first !== undefined ? first : Buffer.concat(parts);
  if (whole.length < prefix || whole.readUInt32BE(1) !== whole.length - prefix)
    throw new CallError(status.internal, "A call has one message, and this one is of another length.");
  if (whole[0] !== 0) throw new CallError(status.unimplemented, "Compressed messages are not read.");
  const answer = await method(whole.subarray(prefix));
  const framed = Buffer.allocUnsafe(prefix + answer.length);
  framed[0] = 0;
  framed.writeUInt32BE(answer.length, 1);
  framed.set(answer, prefix);
  return framed;
}
