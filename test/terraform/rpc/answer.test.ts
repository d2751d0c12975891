import type { AttributePath } from "../../../src/diagnostics/attribute-path";
import { warning } from "../../../src/diagnostics/diagnostic";
import { diagnosticMessages } from "../../../src/terraform/rpc/answer";

test("names from elsewhere are shown with escapes, and no line begins with a command of a pipeline", () => {
  const given = warning("weakens", "first\n  ::error::\u001b[2J", {}, '"a\u202e\nb"', "weakens 1 repository");
  expect(diagnosticMessages([given])).toEqual([
    {
      severity: "WARNING",
      summary: '"a\\u{202e}\\u{a}b" weakens 1 repository',
      detail: "first\n| \\u{3a}:error::\\u{1b}[2J",
    },
  ]);
});

test("terraform may begin a line at any word, and none is a command of a pipeline", () => {
  const name = `${"a".repeat(70)} ::error::x ##[error]y ##vso[task]z`;
  const [message] = diagnosticMessages([warning("weakens", `it is ${name}`, {}, name, "weakens 1 repository")]);
  for (const text of [message?.summary, message?.detail])
    expect(text).toContain(" \\u{3a}:error::x \\u{23}#[error]y \\u{23}#vso[task]z");
});

test("a diagnostic points as deep as Terraform can underline, and an index or a key is in its words too", () => {
  const shown = (attribute: AttributePath) => {
    const [message] = diagnosticMessages([
      warning("no-longer-managed", "words", { attribute, address: "a", path: "p" }),
    ]);
    return [message?.attribute?.steps, message?.detail];
  };
  const [map, list] = [{ attribute_name: "configurations" }, { attribute_name: "rules" }];
  expect(shown(["configurations", { key: "s" }, "analyzers", { key: "x" }])).toEqual([
    [map, { element_key_string: "s" }],
    'configurations["s"].analyzers["x"]: a: p: words',
  ]);
  expect(shown(["rules", 0])).toEqual([[list, { element_key_int: 0 }], "rules[0]: a: p: words"]);
  expect(shown(["rules"])).toEqual([[list], "a: p: words"]);
  expect(shown([])).toEqual([undefined, "a: p: words"]);
});
