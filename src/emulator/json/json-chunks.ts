/** How many characters a piece has at least, but for the last one. */
const chunkSize = 65_536;

/**
 * The text of `JSON.stringify`, piece by piece, so that it is never there as a whole.
 *
 * @param depth how many levels of objects and lists are taken apart; what is below is written at once.
 *   Any iterable counts as a list, and its items are asked for one by one
 */
export function* jsonChunks(value: unknown, depth: number): Generator<string, void> {
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
    // most items are of the last level: no generator for each of them
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

/** What has no JSON is null, as in a list. */
const textOf = (value: unknown): string => (value === undefined ? "null" : JSON.stringify(value));
