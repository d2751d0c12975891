import { warning } from "../../../src/diagnostics/diagnostic";
import { diagnosticMessages } from "../../../src/terraform/rpc/answer";

test("names from elsewhere are shown with escapes, and no line begins with a command of a pipeline", () => {
  const given = warning("weakens", "first\n  ::error::\u001b[2J", {}, '"a\u202e\nb"', "weakens 1 repository");
  expect(diagnosticMessages([given])).toEqual([
    {
      severity: "WARNING",
      summary: '"a\\u{202e}\\u{a}b" weakens 1 repository',
      detail: "first\n| ::error::\\u{1b}[2J",
    },
  ]);
});

test("the place of a diagnostic that Terraform cannot underline stands before its words", () => {
  const at = ["configurations", { key: "s" }, "analyzers", { key: "x" }];
  const [message] = diagnosticMessages([
    warning("no-longer-managed", "words", { attribute: at, address: "a", path: "p" }),
  ]);
  expect(message?.detail).toBe('configurations["s"].analyzers["x"]: a: p: words');
});
