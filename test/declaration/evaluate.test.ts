import { evaluated } from "./evaluated";

/** A value inside so many lists. */
function nested(depth: number, inside: unknown): unknown {
  let value = inside;
  for (let level = 0; level < depth; level += 1) value = [value];
  return value;
}

test("an entry whose key cannot be evaluated is left out, and reported once", () => {
  expect(evaluated({ "${each.key}": "${each.value}", a: 1 })).toStrictEqual({
    value: { a: 1 },
    problems: [["s.json#/x/0/${each.key}", "`${each.key}` refers to for_each."]],
  });
});

test("a plain key may have any length, beside keys that are evaluated", () => {
  const long = "k".repeat(10_001);
  expect(evaluated({ [long]: 1, "${local.k}": 2 }, { locals: { k: "a" } })).toStrictEqual({
    value: { [long]: 1, a: 2 },
    problems: [],
  });
});

test("a local of lists that are nested too deep is refused, and its first steps are named", () => {
  const { problems } = evaluated("${local.x}", { locals: { x: nested(70, "${local.y}"), y: "a" } });
  expect(problems).toEqual([["s.json#/locals/x/0/0/0/0", "This is nested deeper than anything that can be declared."]]);
});

test("a local object in which two keys come to the same is refused", () => {
  expect(evaluated("${local.x}", { locals: { x: { a: 1, "${local.k}": 2 }, k: "a" } })).toStrictEqual({
    value: { a: 1 },
    problems: [["s.json#/locals/x/${local.k}", 'The key "${local.k}" comes to "a", which is there already.']],
  });
});

test.each(["${local.x}", "${local.x.right}", "${local.x.wrong}", "a-${local.x.right}", "${keys(local.x)}"])(
  "%s is no second error where a part of the local cannot be evaluated",
  (reference) => {
    const { problems } = evaluated(reference, { locals: { x: { right: 1, wrong: "${each.key}" } } });
    expect(problems).toEqual([["s.json#/locals/x/wrong", "`${each.key}` refers to for_each."]]);
  },
);

test("a value is reached through 100 references, and through no more", () => {
  const chain = (length: number) => {
    const steps = Array.from({ length }, (_, at) => [`x${String(at)}`, `\${local.x${String(at + 1)}}`]);
    return { ...Object.fromEntries(steps), [`x${String(length)}`]: "end" };
  };
  expect(evaluated("${local.x0}", { locals: chain(99) })).toEqual({ value: "end", problems: [] });
  expect(evaluated("${local.x0}", { locals: chain(100) }).problems).toEqual([
    ["s.json#/locals/x99", expect.stringContaining("comes after 100 references that lead from one to the next.")],
  ]);
});
