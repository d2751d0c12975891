import { Names } from "../typescript/names";

/** Longer names are cut. */
const longest = 80;

/**
 * The name that a person would give to a constant: `SQL_INJECTION` of `sql-injection`, `DONT_LOG_SECRETS` of
 * `Don't log secrets`. Letters of any script are kept; everything else, whatever it is, only separates words. Empty
 * where there is neither a letter nor a digit.
 */
export function constantName(text: string): string {
  const plain = text
    .slice(0, 10 * longest)
    .normalize("NFKD")
    .replace(/[\u0300-\u036f'’]/gu, "")
    .normalize("NFC");
  const words = (/[^\p{L}\p{M}\p{N}]/u.test(plain) ? plain : parted(plain))
    .replace(/[^\p{L}\p{M}\p{N}]+|^\p{M}+/gu, "_")
    .toUpperCase();
  const name = trimmed(Array.from(trimmed(words)).slice(0, longest).join(""));
  return /^\p{N}/u.test(name) ? `_${name}` : name;
}

/** `payments_Api` of `paymentsApi`, which has no other separator. */
const parted = (word: string): string =>
  word.replace(/([\p{Ll}\p{N}])(?=\p{Lu})/gu, "$1_").replace(/(\p{Lu})(?=\p{Lu}\p{Ll})/gu, "$1_");

const trimmed = (name: string): string => name.replace(/^_+|_+$/g, "");

export interface Named {
  readonly name: string;
  /** Distinguishes those whose names give the same constant. */
  readonly id: string;
}

/**
 * A constant for each name, each different. Those that would be the same all get a part of their id, so that none
 * passes for another.
 *
 * @param noun for names without a letter or a digit
 */
export function constantNames(all: readonly Named[], noun: string): readonly string[] {
  const wanted = all.map(({ name }) => constantName(name));
  const counts = new Map<string, number>();
  for (const each of wanted) counts.set(each, (counts.get(each) ?? 0) + 1);
  const isAlone = (each: string): boolean => each !== "" && counts.get(each) === 1;
  const names = new Names(wanted.filter(isAlone));
  return wanted.map((each, at) => {
    if (isAlone(each)) return each;
    const id = (all[at]?.id ?? "").replace(/[^\dA-Za-z]/g, "").toUpperCase();
    const start = each === "" ? noun : each;
    return names.take(`${start}_${id.slice(0, 8)}`, `${start}_${id}`);
  });
}
