import { type Diagnostic, warning } from "../../diagnostics/diagnostic";
import { quoted } from "../../diagnostics/foreign-text";
import { groupBy } from "../../model/group-by";
import type { PlannedChanges } from "./change";
import type { Effect } from "./effects";

type Named = readonly [name: string, id: string];

interface Shown extends Pick<PlannedChanges, "configurations" | "deletions"> {
  readonly effects: readonly Effect[];
}

/** Warns of different objects in one plan whose names a reader could confuse. */
export const lookAlikes = ({ configurations, deletions, effects }: Shown): readonly Diagnostic[] => [
  ...pairs("configurations", [
    ...configurations.map(({ address, live, declared: { name } }) => [name, live?.id ?? address] as const),
    ...[...effects.flatMap(({ from, to }) => [from, to]), ...deletions.map(({ live }) => live)].flatMap((each) =>
      each?.id === undefined || each.name === undefined ? [] : [[each.name, each.id] as const],
    ),
  ]),
  ...pairs(
    "repositories",
    effects.flatMap(({ repositories }) =>
      repositories.flatMap(({ repository: { id, name } }) => (name === undefined ? [] : [[name, id] as const])),
    ),
  ),
];

/** Maximum number of groups that are named. */
const most = 5;

function pairs(kind: string, things: readonly Named[]): readonly Diagnostic[] {
  const groups = [...groupBy(new Map(things), ([name]) => skeleton(name)).values()].filter(
    // a configuration that gets another name is one thing
    (names) => new Set(names.map(([, id]) => id)).size > 1,
  );
  return groups.length === 0
    ? []
    : [
        warning(
          "names-look-alike",
          `${groups.slice(0, most).map(groupText).join("\n")}${more(groups.length - most, kind)}`,
        ),
      ];
}

const groupText = (names: readonly Named[]): string =>
  `These look alike: ${names.map(([name, id]) => `${quoted(name)} (${id})`).join(", ")}.`;

const more = (groups: number, kind: string): string =>
  groups > 0 ? `\nSo do the names of ${String(groups)} more groups of ${kind}.` : "";

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
