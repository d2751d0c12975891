import { jsonChunks } from "../json/json-chunks";

const json = { "Content-Type": "application/json" };

/**
 * A response whose JSON body is streamed in chunks.
 *
 * @param depth the number of levels to traverse: see `jsonChunks`
 */
export function jsonStream(value: unknown, depth: number, status = 200): Response {
  const chunks = jsonChunks(value, depth);
  const first = chunks.next().value ?? "";
  const second = chunks.next().value;
  if (second === undefined) return new Response(first, { status, headers: json });
  return new Response(streamOf([first, second], chunks), { status, headers: json });
}

function streamOf(ready: string[], chunks: Iterator<string, void>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream(
    {
      pull(controller) {
        const next = ready.shift() ?? chunks.next().value;
        if (typeof next === "string") controller.enqueue(encoder.encode(next));
        else controller.close();
      },
    },
    { highWaterMark: 0 },
  );
}
