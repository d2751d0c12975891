import fc from "fast-check";
import { printed } from "../../../src/generate/typescript/print";
import {
  array,
  call,
  code,
  type Expression,
  object,
  type Statement,
  string,
} from "../../../src/generate/typescript/syntax";
import { formatted } from "../formatted";

const text = fc.oneof(
  fc.stringMatching(/^[a-z][a-z-]{0,20}$/),
  fc.stringMatching(/^[a-z -]{30,90}$/),
  // an ideograph and an emoji take two columns, a mark upon a letter none
  fc.string({
    unit: fc.constantFrom("a", "日", "本", "é", "e\u0301", "נ\u05bc", "किं", "👍", "👩\u200d🚀", "한"),
    maxLength: 45,
  }),
  fc.constantFrom(
    'say "hi"',
    "it's",
    `"both" '`,
    "${x}",
    "a\\b",
    "\u2028",
    "\ud800",
    "\u202e",
    "`",
    "\u0000",
    "é",
    "*/",
  ),
);

// a key of half a line or more is still valid, if not always laid out as prettier does
const key = text.map((each) => each.slice(0, 30));

const { expression } = fc.letrec<{ expression: Expression }>((tie) => ({
  expression: fc.oneof(
    { depthSize: "small" },
    text.map(string),
    fc.constantFrom("true", "undefined", "3", "Comment.ENABLED").map(code),
    fc.array(tie("expression"), { maxLength: 4 }).map(array),
    fc
      .uniqueArray(fc.tuple(key, tie("expression")), { maxLength: 4, selector: ([key]) => key })
      .map((members) => object(members.map(([key, value]) => ({ key, value })))),
    fc
      .array(text, { minLength: 1, maxLength: 5 })
      .map((slugs) => object([{ spread: call("each", code("blocking"), array(slugs.map(string))) }])),
  ),
}));

const settings = fc
  .uniqueArray(fc.tuple(key, expression), { maxLength: 4, selector: ([key]) => key })
  .map((members) => object([{ key: "name", value: string("x") }, ...members.map(([key, value]) => ({ key, value }))]));

const statement: fc.Arbitrary<Statement> = fc.oneof(
  settings.map((value): Statement => ({ kind: "const", name: "hardened", type: "ConfigurationSettings", value })),
  expression.map((value): Statement => ({ kind: "const", name: "shared", value })),
  fc.tuple(text, settings).map(([id, value]): Statement => ({
    kind: "do",
    value: call("new Configuration", code("this"), string(id), value),
  })),
  fc.tuple(text, settings).map(([id, value]): Statement => ({
    kind: "do",
    value: call("Configuration.extend", code("this"), string(id), code("hardened"), value),
  })),
);

// Many statements at once, since each call of prettier takes longer than a statement.
test("prints what prettier would", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(statement, { minLength: 15, maxLength: 15 }), async (statements) => {
      const ours = printed(statements);
      expect(ours).toBe(await formatted(ours));
    }),
    { numRuns: 10 },
  );
});
