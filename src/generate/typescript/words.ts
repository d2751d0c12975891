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
