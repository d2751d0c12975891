import fc from "fast-check";
import pc from "picocolors";
import { error } from "../../src/diagnostics/diagnostic";
import { address } from "../../src/model/ids";
import { diagnosticsText, outcomeText, planText } from "../../src/report/text";
import { count, displayValue, printable } from "../../src/report/display";
import { hostileName, hostileNames, raw } from "./hostile";
import { declared, live, planOf, repositories, routing, to } from "./plans";

const plain = pc.createColors(false);
const rawIn = (text: string): readonly string[] => text.split("\n").filter((line) => raw.test(line));

describe("text for a terminal", () => {
  test("has no raw control character of a name, and no line that a name has made", () => {
    fc.assert(
      fc.property(hostileNames(5), ([name = "", goal = "", from = "", org = "", setting = ""]) => {
        const text = planText(
          planOf(
            {
              configurations: [
                { ...declared("a", goal, { notifications: { integration_names: [setting] } }), address: address(org) },
                { ...declared("b", `${from}!`, {}), renamedFrom: [from] },
              ],
              assignments: routing(
                { target: { leave: true }, repositoryNames: [`${name}.`] },
                { target: to("a"), repositoryPattern: "%" },
              ),
            },
            { configurations: [live(1, from, {})], repositories: repositories([name, `${name}.`], 1) },
            org,
          ),
          plain,
        );
        expect(rawIn(text)).toEqual([]);
        for (const line of text.split("\n"))
          expect(line).toMatch(
            /^$|^ {2}[+~>] |^ {6}|^[A-Z]+ {2}\d+ repositor|^left as they are: |^.* \(5f0c41d2\) {3}\d/,
          );
      }),
    );
  });

  test("has none of an outcome or a diagnostic either", () => {
    fc.assert(
      fc.property(hostileName, hostileName, (one, other) => {
        const outcomes = [{ address: address(one), status: "skipped" as const, error: other }];
        const applied = {
          outcomes,
          sent: 1,
          verified: false,
          wrote: true,
          unread: false,
          diagnostics: [],
          created: new Map(),
        };
        expect(rawIn(outcomeText(applied, plain))).toEqual([]);
        const said = diagnosticsText([error("write-failed", one, { address: other, path: one })], plain);
        expect(rawIn(said)).toEqual([]);
        // a message may have lines of its own, but none that looks like another message
        for (const line of said.split("\n").slice(1)) expect(line).toMatch(/^( {2}|$)/);
      }),
    );
  });
});

describe("what came from elsewhere", () => {
  test.each([
    ["\x1b[31m", "\\u{1b}[31m"],
    ["a\r\nb\tc", "a\\u{d}\\u{a}b\\u{9}c"],
    ["\u202eevil\u200b", "\\u{202e}evil\\u{200b}"],
    ["\u2028\u2029\u0085", "\\u{2028}\\u{2029}\\u{85}"],
    ["\ud800", "\\u{d800}"],
    ["名前 🦀 é", "名前 🦀 é"],
  ])("is shown as it is, with escapes for what cannot be seen: %j", (text, shown) => {
    expect(printable(text)).toBe(shown);
  });

  test("loses nothing: every escape can be turned back into what it stands for", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const back = printable(text).replace(/\\u\{([0-9a-f]+)\}/g, (_all, hex: string) =>
          String.fromCodePoint(parseInt(hex, 16)),
        );
        fc.pre(!text.includes("\\u{"));
        expect(back).toBe(text);
        expect(raw.test(printable(text))).toBe(false);
      }),
    );
  });

  test("is JSON where it is a value, and (not set) where it is absent", () => {
    expect([undefined, null, true, 3, "a", ["a"]].map(displayValue)).toEqual([
      "(not set)",
      "null",
      "true",
      "3",
      '"a"',
      '["a"]',
    ]);
  });

  test("is counted in words", () => {
    expect([0, 1, 2].map((each) => count(each, "request"))).toEqual(["0 requests", "1 request", "2 requests"]);
  });
});
