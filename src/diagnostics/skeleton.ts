/**
 * Letters of other scripts, and digits, that look like a Latin letter in most fonts: the common part of the
 * confusables of Unicode Technical Standard 39.
 */
const looks: Readonly<Record<string, string>> = {
  a: "аɑα",
  b: "ЬƄ",
  c: "сϲⅽ",
  d: "ԁⅾ",
  e: "еҽ",
  g: "ɡց",
  h: "һհ",
  i: "іıɩιӏاǀ|1l",
  j: "јϳ",
  k: "κк",
  m: "мⅿ",
  n: "пո",
  o: "оοօ0",
  p: "рρ",
  q: "ԛգ",
  r: "гᴦ",
  s: "ѕꜱ",
  t: "тτ",
  u: "υսᴜ",
  v: "νѵⅴ",
  w: "ѡԝω",
  x: "хχⅹ",
  y: "уүγ",
  z: "ᴢ",
  "-": "‐‑‒–—−_",
  ".": "·․",
};

const latin: ReadonlyMap<string, string> = new Map(
  Object.entries(looks).flatMap(([letter, others]) =>
    Array.from(others.toLowerCase(), (each) => [each, letter] as const),
  ),
);

/**
 * What a name looks like: two names with the same skeleton can be taken for one another. They differ in case, in
 * blanks around them, in what cannot be seen, or in letters that look alike.
 */
export function skeleton(name: string): string {
  const plain = /^[ -~]*$/.test(name)
    ? name
    : name.normalize("NFKC").replace(/[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu, "");
  return plain
    .trim()
    .toLowerCase()
    .replace(/[^a-hj-km-np-z2-9. -]/gu, (each) => latin.get(each) ?? each)
    .replaceAll("rn", "m");
}
