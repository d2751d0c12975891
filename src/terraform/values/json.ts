import { safeKey } from "./keys";
import { BigNumber } from "./value";

/**
 * JSON in which a number is the text that it is written as, since `JSON.parse` rounds it; keys are in the form of `safeKey`.
 * @throws SyntaxError
 */
export function readJson(text: string): unknown {
  JSON.parse(text); // from here on it is known to be JSON
  return new Reader(text).value();
}

const between = /[\s:,]*/y;
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

  /** The first character of what comes next. */
  private next(): string | undefined {
    this.take(between);
    return this.text[this.at];
  }

  private take(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const taken = pattern.exec(this.text)?.[0] ?? "";
    this.at += taken.length;
    return taken;
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
    const start = this.at++;
    for (; this.text[this.at] !== '"'; this.at++) if (this.text[this.at] === "\\") this.at++;
    this.at++;
    return String(JSON.parse(this.text.slice(start, this.at)));
  }

  private scalar(): unknown {
    const text = this.take(scalar);
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
