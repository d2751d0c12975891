/** Maximum nesting depth. A document of scanform holds parts of messages, some levels down. */
export const deepest = { message: 100, document: 150 } as const;

/** The maximum number of objects and lists; more would not fit into memory. */
const mostContainers = 10_000_000;

/** The maximum number of commas, which is that of items, for the same reason. */
const mostItems = 20_000_000;

/** JSON that exceeds a limit. The message never quotes the text. */
export class JsonLimitError extends SyntaxError {
  override readonly name = "JsonLimitError";

  /** @param problem such as `nested more than 100 levels deep` */
  constructor(
    readonly problem: string,
    readonly position: number,
  ) {
    super(`${problem} in JSON at position ${String(position)}`);
  }
}

/**
 * `JSON.parse` with limits, for text from elsewhere: a deeper value would overflow the stack of whatever walks it.
 * A key that is there twice has its last value, and `__proto__` is a key like any other.
 *
 * @param levels the maximum nesting depth
 * @throws SyntaxError for what is not JSON; JsonLimitError, which is one, beyond a limit
 */
export function parseJson(text: string, levels: number = deepest.document): unknown {
  checkLimits(text, levels);
  return JSON.parse(text);
}

/**
 * The text of a file that a user may have written with any program: UTF-8, or what PowerShell's `>` makes of it, which
 * is UTF-16 with a byte order mark. The mark is left out, since it is no JSON.
 */
export function textOfFile(bytes: Buffer): string {
  const text = bytes.toString(bytes[0] === 0xff && bytes[1] === 0xfe ? "utf16le" : "utf8");
  return text.startsWith("\uFEFF") ? text.slice(1) : text;
}

/** `parseJson`, and undefined for what cannot be read. */
export function parseJsonOrNothing(text: string): unknown {
  try {
    return parseJson(text);
  } catch (thrown) {
    if (thrown instanceof SyntaxError) return undefined;
    throw thrown;
  }
}

const backslash = 0x5c;

/** Counts brackets and commas outside of strings; the result means nothing for what is not JSON. */
function checkLimits(text: string, levels: number): void {
  let [depth, containers, items] = [0, 0, 0];
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case 0x22: // "
        at = endOfString(text, at);
        break;
      case 0x5b: // [
      case 0x7b: // {
        if ((depth += 1) > levels) throw new JsonLimitError(`nested more than ${String(levels)} levels deep`, at);
        if ((containers += 1) > mostContainers)
          throw new JsonLimitError(`more than ${String(mostContainers)} objects and lists`, at);
        break;
      case 0x5d: // ]
      case 0x7d: // }
        depth -= 1;
        break;
      case 0x2c: // ,
        if ((items += 1) > mostItems) throw new JsonLimitError(`longer than ${String(mostItems)} items`, at);
        break;
      default:
    }
  }
}

/** The position of the quote that ends a string, or of the end of the text. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let before = at;
    while (text.charCodeAt(before - 1) === backslash) before -= 1;
    if ((at - before) % 2 === 0) return at;
  }
  return text.length;
}
