import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { pasted, pastedFile } from "../../src/cli/shell";

/** What a POSIX shell makes of a command line. */
const wordsOf = (line: string): readonly string[] =>
  execFileSync("sh", ["-c", `printf '%s\\0' ${line}`], { encoding: "utf8" })
    .split("\0")
    .slice(0, -1);

test("a shell that an argument is pasted into takes it as it is", () => {
  const special = fc.stringMatching(/^[ "'$`\\!*?~#&;|<>(){}[\]%^=aé\t\n-]+$/);
  fc.assert(
    fc.property(fc.array(special, { minLength: 50, maxLength: 100 }), (all) => {
      expect(wordsOf(all.map(pasted).join(" "))).toEqual(all);
    }),
    { numRuns: 20 },
  );
});

test("an argument is in quotation marks only where a shell needs them, and a file is no option", () => {
  expect(["a.plan", ".scanform/x.journal", "https://a.example:1/b?c=d"].map(pasted)).toEqual([
    "a.plan",
    ".scanform/x.journal",
    '"https://a.example:1/b?c=d"',
  ]);
  expect(["a b.plan", "-x", "$HOME"].map(pastedFile)).toEqual(['"a b.plan"', "./-x", "'$HOME'"]);
});
