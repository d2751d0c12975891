import fc from "fast-check";
import { alikeName } from "../../src/model/suggest";

/** Pieces that would do something in a terminal or in Markdown, if they got there as they are. */
const pieces = [
  "`",
  "```",
  "`".repeat(150),
  "~~~",
  "|",
  "\x1b[2J",
  "\x1b]8;;http://evil.example\x07",
  "\r",
  "\n",
  "\n\n# heading\n",
  "\u2028",
  "\u0085",
  "\u202e",
  "\u2066",
  "\u200b",
  "\ud800",
  "\u3164",
  "\ufe0f",
  "\u{e0041}",
  "::error::",
  "##[error]",
  "@everyone",
  "#1",
  "</details>",
  "<img src=x>",
  "<!-- scanform plan -->",
  "[link](http://evil.example)",
  "http://evil.example",
  "&lt;",
  "\\",
  "*",
  "名前",
  "🦀",
  "a",
  " ",
];

/** Names as somebody would give them who means harm. */
export const hostileName = fc
  .array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 12 })
  .map((parts) => parts.join(""));

export const hostileNames = (count: number): fc.Arbitrary<readonly string[]> =>
  fc.uniqueArray(hostileName, { minLength: count, maxLength: count, selector: alikeName });

/** What cannot be seen or does something where it is shown, but for the line feed of our own lines. */
export const raw = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]|##\[/u;

/** What GitHub reads as Markdown: the lines that are in no fence. */
export function outsideFences(markdown: string): readonly string[] {
  const outside: string[] = [];
  let fence: string | undefined;
  for (const line of markdown.split("\n")) {
    const run = /^ {0,3}(`{3,})(.*)$/.exec(line);
    if (fence === undefined) {
      if (run === null) outside.push(line);
      else fence = run[1];
    } else if (run?.[1] !== undefined && run[1].length >= fence.length && run[2]?.trim() === "") fence = undefined;
  }
  if (fence !== undefined) throw new Error("a fence is left open");
  return outside;
}
