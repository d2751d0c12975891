/** Words that no variable may be called, and those that the generated file uses itself. */
const reserved: readonly string[] = (
  "abstract any arguments as async await boolean break case catch class const constructor continue debugger declare " +
  "default delete do else enum eval export extends false finally for from function get global globalThis if implements " +
  "import in infinity instanceof interface is let module nan never new null number object of package private protected " +
  "public readonly require return set static string super switch symbol this throw true try type typeof undefined " +
  "unknown using var void while with yield each policies configuration routing scope id"
).split(" ");

/** Hands out names that are not taken yet. The same requests in the same order give the same names. */
export class Names {
  private readonly taken: Set<string>;

  constructor(taken: Iterable<string> = []) {
    this.taken = new Set(taken);
  }

  static forVariables(): Names {
    return new Names(reserved);
  }

  /** @param wanted the first that is free is taken; else the last one with a number */
  take(...wanted: readonly [string, ...string[]]): string {
    const found = wanted.find((name) => !this.taken.has(name));
    if (found === undefined) return this.takeNumbered(wanted.at(-1) ?? wanted[0], "");
    this.taken.add(found);
    return found;
  }

  /** @param separator before the number that it has where it is taken */
  takeNumbered(wanted: string, separator: string): string {
    let found = wanted;
    for (let number = 2; this.taken.has(found); number += 1) found = `${wanted}${separator}${String(number)}`;
    this.taken.add(found);
    return found;
  }
}

/** The words of a name in lower-case ASCII letters and digits: `Payments API (v2)` is payments, api, v2. */
export function wordsOf(text: string): readonly string[] {
  const plain = text.normalize("NFKD").replace(/\p{M}/gu, "");
  return plain
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== "")
    .map((word) => word.toLowerCase())
    .slice(0, 8)
    .map((word) => word.slice(0, 30));
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** `paymentsApi`; one that begins with a digit gets an underscore. */
export function camelCase(words: readonly string[]): string {
  const joined = words.map((word, at) => (at === 0 ? word : capital(word))).join("");
  return /^[0-9]/.test(joined) ? `_${joined}` : joined;
}

/** `payments-api`; an id of a construct begins with a letter. */
export function kebabCase(words: readonly string[]): string {
  const joined = words.join("-");
  return /^[0-9]/.test(joined) ? `c-${joined}` : joined;
}
