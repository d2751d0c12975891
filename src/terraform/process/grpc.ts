import type { ServerHttp2Stream } from "node:http2";

/** gRPC over HTTP/2, as far as a plugin needs it: calls with one message in, one or several out, none compressed. */

/** Takes the bytes of a message, and gives those of the answer, or of each event. */
export type Method = (request: Buffer) => Promise<Uint8Array | AsyncIterable<Uint8Array>>;

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

/**
 * Answers one call once its message is complete. One that is cancelled before has no effect; one that is cancelled
 * later gets no answer.
 */
export function answerCall(stream: ServerHttp2Stream, method: Method): void {
  const parts: Buffer[] = [];
  stream.on("data", (part: Buffer) => parts.push(part));
  stream.once("end", () => {
    if (!stream.aborted) void answer(stream, parts, method);
  });
}

export function refuseCall(stream: ServerHttp2Stream, error: CallError): void {
  if (stream.writable) stream.respond({ ...accepted, ...trailersOf(error) }, { endStream: true });
}

const accepted = { ":status": 200, "content-type": "application/grpc" } as const;

/** In characters, of which each may take nine bytes: HTTP/2 sends 64 kB of headers. */
const longestText = 4096;

const trailersOf = ({ code, message }: Pick<CallError, "code" | "message">) => {
  const text = message.length > longestText ? `${message.slice(0, longestText)}…` : message;
  const wellFormed = Buffer.from(text).toString();
  return { "grpc-status": code, ...(message === "" ? {} : { "grpc-message": encodeURI(wellFormed) }) };
};

async function answer(stream: ServerHttp2Stream, parts: readonly Buffer[], method: Method): Promise<void> {
  let trailers = trailersOf({ code: status.ok, message: "" });
  try {
    const given = await method(messageIn(parts));
    if (!stream.writable) return;
    stream.respond(accepted, { waitForTrailers: true });
    stream.once("wantTrailers", () => {
      stream.sendTrailers(trailers);
    });
    if (given instanceof Uint8Array) stream.end(framed(given));
    else await sendEach(stream, given);
  } catch (thrown) {
    const error = thrown instanceof CallError ? thrown : new CallError(status.internal, String(thrown));
    if (!stream.headersSent) {
      refuseCall(stream, error);
      return;
    }
    trailers = trailersOf(error);
    stream.end();
  }
}

/** No more is asked for than terraform takes: it ends a list by cancelling at the limit. */
async function sendEach(stream: ServerHttp2Stream, events: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const event of events) {
    if (stream.writable && !stream.write(framed(event))) await drainOrClose(stream);
    if (!stream.writable) return;
  }
  stream.end();
}

const drainOrClose = (stream: ServerHttp2Stream): Promise<void> =>
  new Promise((resolve) => {
    const ready = (): void => {
      stream.off("drain", ready).off("close", ready);
      resolve();
    };
    stream.on("drain", ready).on("close", ready);
  });

/** In front of a message: whether it is compressed, and its length in four bytes. */
const prefix = 5;

/** The one message of a call. @throws CallError */
function messageIn(parts: readonly Buffer[]): Buffer {
  const [first] = parts;
  const whole = parts.length === 1 && first !== undefined ? first : Buffer.concat(parts);
  if (whole.length < prefix || whole.readUInt32BE(1) !== whole.length - prefix)
    throw new CallError(status.internal, "A call has one message, and this one is of another length.");
  if (whole[0] !== 0) throw new CallError(status.unimplemented, "Compressed messages are not read.");
  return whole.subarray(prefix);
}

function framed(message: Uint8Array): Buffer {
  const frame = Buffer.allocUnsafe(prefix + message.length);
  frame[0] = 0;
  frame.writeUInt32BE(message.length, 1);
  frame.set(message, prefix);
  return frame;
}
