/** The minimum number of characters in a chunk, except the last one. */
const chunkSize = 65_536;

/**
 * Yields the output of `JSON.stringify` in chunks, so that the whole text is never in memory.
 *
 * @param depth the number of levels of objects and lists to traverse; deeper values are serialized at once.
 *   Any iterable counts as a list, and its items are read lazily
 */
function* jsonChunks(value: unknown, depth: number): Generator<string, void> {
  let piece = "";
  for (const text of valueParts(value, depth)) {
    piece += text;
    if (piece.length < chunkSize) continue;
    yield piece;
    piece = "";
  }
  if (piece !== "") yield piece;
}

function* valueParts(value: unknown, depth: number): Generator<string, void> {
  if (depth === 0 || typeof value !== "object" || value === null) yield textOf(value);
  else if (isIterable(value)) yield* listParts(value, depth - 1);
  else yield* objectParts(value, depth - 1);
}

function* listParts(items: Iterable<unknown>, depth: number): Generator<string, void> {
  let before = "[";
  for (const item of items) {
    yield before;
    // most items are on the last level, where a generator for each would be slow
    if (depth === 0) yield textOf(item);
    else yield* valueParts(item, depth);
    before = ",";
  }
  yield before === "[" ? "[]" : "]";
}

function* objectParts(object: object, depth: number): Generator<string, void> {
  let before = "{";
  for (const [key, value] of Object.entries(object)) {
    if (value === undefined) continue;
    yield `${before}${JSON.stringify(key)}:`;
    yield* valueParts(value, depth);
    before = ",";
  }
  yield before === "{" ? "{}" : "}";
}

const isIterable = (value: object): value is Iterable<unknown> => Symbol.iterator in value;

/** A value without a JSON representation becomes null, as `JSON.stringify` writes it in lists. */
const textOf = (value: unknown): string => (value === undefined ? "null" : JSON.stringify(value));

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
  const all = function* () {
    yield first;
    yield second;
    yield* chunks;
  };
  return new Response(ReadableStream.from(all()).pipeThrough(new TextEncoderStream()), { status, headers: json });
}
