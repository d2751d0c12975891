import fc from "fast-check";

/** Pieces of text that functions treat in ways of their own. */
const pieces = [
  ...["a", "B", "1", " ", ",", "-", "/", "%", "$", "{", "}", '"', "\\", "\t", "\n"],
  ...[
    "é",
    "e\u0301",
    "ß",
    "İ",
    "ı",
    "Σ",
    "ǅ",
    "ﬁ",
    "Ꭰ",
    "ꟋA",
    "😀",
    "👨‍👩‍👧",
    "🇩🇪",
    "ก็",
    "न",
    "한",
    "ᄒ",
    "\u00a0",
    "\ufeff",
    "\u0085",
    "\r\n",
  ],
  ...["007", "1.50", "true", "-1", "1e3", "/b/", "${x}", "%{x}", "k", "kk"],
];
const written = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom("a", "b", "k", "A-b", "1", "", " a ", "x,y", "true", "12.5") },
  { weight: 2, arbitrary: fc.array(fc.constantFrom(...pieces), { maxLength: 5 }).map((all) => all.join("")) },
  fc.string({ unit: "grapheme", maxLength: 4 }),
);

/** A quoted text of Terraform's language. */
export const quoted = (text: string): string =>
  `"${text
    .replace(/[\\"]/g, "\\$&")
    .replaceAll("\n", "\\n")
    .replaceAll("\r", "\\r")
    .replaceAll("\t", "\\t")
    .replace(/\p{Cc}/gu, (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .replace(/[$%](?=\{)/g, "$&$&")}"`;

const text = written.map(quoted);
const number = fc.oneof(
  fc
    .integer({ min: -20, max: 20 })
    .filter((n) => !Object.is(n, -0))
    .map(String),
  fc.constantFrom(
    "0",
    "999999",
    "1000000",
    "1234567.5",
    "0.0001",
    "0.00001",
    "1.5",
    "1.50",
    "0.1",
    "1e3",
    "100000000000000000000",
    "9007199254740993",
    "1e21",
    "0.0000001",
    "-0",
    "2.5e-3",
  ),
);
const scalar = fc.oneof(
  { weight: 4, arbitrary: text },
  { weight: 2, arbitrary: number },
  fc.constantFrom("true", "false"),
);

/** What the configuration around it declares; see `surroundings`. */
const references = {
  text: [
    "var.text",
    "local.text",
    "var.given",
    "local.object.name",
    "var.map.k",
    "var.list[0]",
    'local.map["b"]',
    "var.number",
    "local.tuple[1]",
  ],
  list: ["var.list", "local.list", "var.set", "local.tuple", "local.set", "var.numbers", "var.nested", "var.list.0"],
  map: ["var.map", "local.map", "local.object", "var.object"],
};
export const surroundings = {
  variable: {
    text: { type: "string", default: "Some Text" },
    given: { type: "string" },
    number: { type: "number", default: "12" },
    list: { type: "list(string)", default: ["b", "a", "b", 3, true] },
    set: { type: "set(string)", default: ["b", "a", "b", "é", "Z", "😀", "\uffee"] },
    numbers: { type: "list(number)", default: ["3", 1, 2.5] },
    nested: { type: "list(list(string))", default: [["a"], [], ["b", 1]] },
    map: { type: "map(string)", default: { k: "v", b: 2, A: true } },
    object: { type: "object({ a = string, b = optional(number) })", default: { a: 1, c: 2 } },
    other: { type: "map(string)", default: { b: "1", a: "2" } },
    counts: { type: "map(number)", default: { x: "1", k: 2 } },
    anything: { type: "list(any)" },
    untyped: {},
  },
  locals: {
    text: "x-${var.text}-$${y}",
    list: '${tolist(["x", "y", 1])}',
    tuple: ["a", 1, true, "${var.text}", null],
    set: "${toset([3, 1, 2, 1])}",
    map: "${merge(var.map, var.other)}",
    object: { name: "n", count: 3, "odd key": ["${var.number}"], none: null },
  },
} as const;
export const given = { TF_VAR_given: "given ${x}", TF_VAR_anything: '[1, "a", true]', TF_VAR_untyped: '["a"]' };

const list: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.array(text, { maxLength: 4 }).map((all) => `[${all.join(", ")}]`) },
  { weight: 1, arbitrary: fc.array(number, { maxLength: 4 }).map((all) => `[${all.join(", ")}]`) },
  {
    weight: 1,
    arbitrary: fc.array(fc.oneof(scalar, fc.constant("null")), { maxLength: 4 }).map((all) => `[${all.join(", ")}]`),
  },
  { weight: 2, arbitrary: fc.constantFrom(...references.list) },
);
const key = fc.oneof(
  fc.constantFrom("k", "b", "a-b", "name", "null", "1"),
  text.map((each) => `(${each})`),
  text,
);
const entry = (value: fc.Arbitrary<string>) =>
  fc.tuple(key, fc.constantFrom(" = ", ":", "="), value).map((all) => all.join(""));
const objectOf = (value: fc.Arbitrary<string>) =>
  fc
    .tuple(fc.array(entry(value), { maxLength: 3 }), fc.constantFrom(", ", "\n", ",\n"))
    .map(([all, by]) => `{${all.join(by)}}`);
const map: fc.Arbitrary<string> = fc.oneof(
  { weight: 2, arbitrary: objectOf(fc.oneof(scalar, list, fc.constant("null"))) },
  { weight: 2, arbitrary: fc.constantFrom(...references.map) },
);

const each = (...args: readonly fc.Arbitrary<string>[]) => fc.tuple(...args).map((all) => all.join(", "));
const textArgument = fc.oneof(
  { weight: 5, arbitrary: text },
  { weight: 2, arbitrary: fc.constantFrom(...references.text) },
  number,
);
const separator = fc.oneof(fc.constantFrom('","', '""', '"-"', '"a"', '" "'), text);

/** The verbs of a pattern, each with a value that mostly fits. */
const verbs = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.tuple(fc.constantFrom("%s", "%v", "%q", "%-5s|", "%5s"), textArgument) },
    { weight: 2, arbitrary: fc.tuple(fc.constantFrom("%d", "%s", "%v", "%03d", "%5d", "%-4d|"), number) },
    { weight: 1, arbitrary: fc.tuple(fc.constantFrom("%t", "%v", "%s"), fc.constantFrom("true", "false")) },
    {
      weight: 1,
      arbitrary: fc.tuple(
        fc.constantFrom("%d", "%t", "%[1]s", "%", "%#v", "%5q", "%.2f", "%x", "%+d", "%s\u0301"),
        scalar,
      ),
    },
    { weight: 2, arbitrary: fc.tuple(fc.constantFrom("-", "%%", " a "), fc.constant("")) },
  ),
  { maxLength: 3 },
);
const formatted = fc
  .tuple(verbs, fc.constantFrom("", "", "", "", "1"))
  .map(([all, more]) =>
    [quoted(all.map(([verb]) => verb).join("")), ...all.map(([, value]) => value), more]
      .filter((each) => each !== "")
      .join(", "),
  );

/** The arguments of each function, mostly such as it takes. */
const argumentsOf = (inner: {
  text: fc.Arbitrary<string>;
  list: fc.Arbitrary<string>;
  map: fc.Arbitrary<string>;
  any: fc.Arbitrary<string>;
}) => ({
  concat: fc.array(inner.list, { minLength: 1, maxLength: 3 }).map((all) => all.join(", ")),
  distinct: inner.list,
  flatten: fc.array(fc.oneof(inner.list, inner.any), { maxLength: 3 }).map((all) => `[${all.join(", ")}]`),
  split: each(separator, inner.text),
  join: each(separator, inner.list),
  format: formatted,
  lower: inner.text,
  upper: inner.text,
  merge: fc
    .array(fc.oneof({ weight: 5, arbitrary: inner.map }, fc.constant("null")), { maxLength: 3 })
    .map((all) => all.join(", ")),
  keys: inner.map,
  values: inner.map,
  toset: inner.list,
  tolist: inner.list,
  contains: each(inner.list, inner.any),
  length: fc.oneof(inner.list, inner.map, inner.text),
  lookup: fc.oneof(
    each(inner.map, fc.oneof(fc.constantFrom('"k"', '"b"', '"name"'), inner.text), inner.any),
    each(inner.map, fc.constantFrom('"k"', '"b"', '"name"')),
  ),
  replace: each(inner.text, separator, inner.text),
  trimspace: inner.text,
});
export type FunctionName = keyof ReturnType<typeof argumentsOf>;

const anyLeaf = fc.oneof(scalar, list, map, fc.constant("null"));
const mostly = (arbitrary: fc.Arbitrary<string>) =>
  fc.oneof({ weight: 15, arbitrary }, { weight: 1, arbitrary: anyLeaf });
const leaves = { text: mostly(textArgument), list: mostly(list), map: mostly(map), any: anyLeaf };
const callOf = (of: ReturnType<typeof argumentsOf>, ...names: readonly FunctionName[]) =>
  fc.oneof(...names.map((name) => of[name].map((args) => `${name}(${args})`)));
const first = argumentsOf(leaves);
/** Calls inside of calls. */
const nested = argumentsOf({
  text: fc.oneof(textArgument, callOf(first, "join", "format", "lower", "upper", "replace", "trimspace", "length")),
  list: fc.oneof(list, callOf(first, "concat", "distinct", "flatten", "split", "keys", "values", "toset", "tolist")),
  map: fc.oneof(map, callOf(first, "merge")),
  any: fc.oneof(leaves.any, callOf(first, "lookup", "contains")),
});
export const functionNames = Object.keys(first) as readonly FunctionName[];

/** A call of this function, some with calls inside, an index behind it, or spaces within. */
export const callTo = (name: FunctionName): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.oneof(first[name], nested[name]),
      fc.constantFrom("", "", "", "", "[0]", ".k", '["k"]', "[1]", ".0"),
      fc.constantFrom("", " ", "\n"),
    )
    .map(([args, behind, blank]) => `${name}(${blank}${args}${blank})${behind}`);

/** Literals, references and templates without a call. */
export const withoutCall: fc.Arbitrary<string> = fc.oneof(
  scalar,
  list,
  map,
  fc.constantFrom(
    ...references.text,
    "var.anything",
    "var.untyped",
    "local.object",
    "null",
    "(1)",
    '"${var.list}"',
    '"${1}"',
  ),
  fc
    .tuple(text, fc.constantFrom(...references.text))
    .map(([before, reference]) => `${before.slice(0, -1)}-\${${reference}}"`),
);
