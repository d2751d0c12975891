import { parseJson } from "../../model/parse-json";
import { BigNumber } from "../value";

/**
 * Keys of maps while they are read: a key that begins like `__proto__` carries one more character, since an object's
 * `__proto__` is no data, and the MessagePack library refuses it.
 */

const dangerous = "__proto__";

const safeKey = (key: string): string => (key.startsWith(dangerous) ? `${key}_` : key);

export const keyOf = (safe: string): string => (safe.startsWith(dangerous) ? safe.slice(0, -1) : safe);

/** For the MessagePack library, which asks it for the keys that are long enough to matter. */
export const safeKeys = {
  canBeCached: (bytes: number): boolean => bytes >= dangerous.length,
  decode: (bytes: Uint8Array, start: number, length: number): string =>
    safeKey(Buffer.from(bytes.buffer, bytes.byteOffset + start, length).toString()),
};

/**
 * JSON in which a number is the text that it is written as, since `JSON.parse` rounds it; keys are in the form of
 * `safeKey`.
 * @throws SyntaxError
 */
export function readJson(text: string): unknown {
  parseJson(text); // from here on it is known to be JSON
  return new Reader(text).value();
}

const between = " \t\r\n:,";
const scalar = /[^\s,\]}]+/y;

class Reader {
  private at = 0;

  constructor(private readonly text: string) {}

  value(): unknown {
    switch (this.next()) {
      case "{":
        return this.object();
      case "[":
        return this.list();
      case '"':
        return this.string();
      default:
        return this.scalar();
    }
  }

  private next(): string {
    while (between.includes(this.text.charAt(this.at))) this.at++;
    return this.text.charAt(this.at);
  }

  private object(): Record<string, unknown> {
    const result: Record<string, unknown> = {};
    for (this.at++; this.next() !== "}";) {
      const key = safeKey(this.string());
      result[key] = this.value();
    }
    this.at++;
    return result;
  }

  private list(): readonly unknown[] {
    const result: unknown[] = [];
    for (this.at++; this.next() !== "]";) result.push(this.value());
    this.at++;
    return result;
  }

  private string(): string {
    const start = this.at;
    const quote = this.text.indexOf('"', start + 1);
    const plain = this.text.slice(start + 1, quote);
    this.at = quote + 1;
    return plain.includes("\\") ? this.escaped(start) : plain;
  }

  private escaped(start: number): string {
    this.at = start + 1;
    for (; this.text[this.at] !== '"'; this.at++) if (this.text[this.at] === "\\") this.at++;
    this.at++;
    return String(JSON.parse(this.text.slice(start, this.at)));
  }

  private scalar(): unknown {
    scalar.lastIndex = this.at;
    const text = scalar.exec(this.text)?.[0] ?? "";
    this.at += text.length;
    switch (text) {
      case "true":
      case "false":
        return text === "true";
      case "null":
        return null;
      default:
        return new BigNumber(text);
    }
  }
}
