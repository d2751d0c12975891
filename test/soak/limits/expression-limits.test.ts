import { problems, read, strict, type Json } from "../../declaration/folder";

/** Locals `x0`, `x1` and so on, each made from the number of the next. */
const chain = (count: number, of: (next: string) => unknown, last: unknown): Json => ({
  locals: Object.fromEntries(
    Array.from({ length: count + 1 }, (_, at) => [
      `x${String(at)}`,
      at === count ? last : of(`local.x${String(at + 1)}`),
    ]),
  ),
});
const detailOf = (more: Json, name = "${local.x0[0]}"): string | undefined =>
  problems(strict({ name }, more))[0]?.detail;

test("a list that doubles from each local to the next is refused", () => {
  expect(detailOf(chain(60, (next) => `\${concat(${next}, ${next})}`, ["a"]))).toMatch(
    /one (expression|reference) too many: all together/,
  );
});

test("objects that double are refused", () => {
  expect(
    detailOf(
      chain(60, (next) => ({ a: `\${${next}}`, b: `\${${next}}` }), "a"),
      "${local.x0.a}",
    ),
  ).toMatch(/one reference too many/);
});

test.each([
  ["join", (next: string) => `\${join("", [${next}, ${next}])}`],
  ["a template", (next: string) => `\${${next}}\${${next}}`],
  ["a template in a function", (next: string) => `\${lower("\${${next}}\${${next}}")}`],
  ["replace", (next: string) => `\${replace(${next}, "", ${next})}`],
  ["format", (next: string) => `\${format("%s%s", ${next}, ${next})}`],
])("a text that doubles by %s is refused before it is made", (_what, of) => {
  expect(detailOf(chain(60, of, "ab"), "${local.x0}")).toContain(
    "becomes a string that is longer than 10,000 characters",
  );
});

test("a pattern cannot ask for a wide text", () => {
  expect(detailOf({}, '${format("%9999999999d", 1)}')).toContain("formats with `%9999999999d`");
});

test("at most 100 locals lead from one to the next", () => {
  const of = (next: string): string => `\${upper(${next})}`;
  expect(read(strict({ name: "${local.x0}" }, chain(98, of, "a"))).desired.configurations[0]?.name).toBe("A");
  expect(detailOf(chain(5000, of, "a"), "${local.x0}")).toContain("comes after 100 references");
});

test.each([
  ["calls", (text: string, depth: number) => `${"upper(".repeat(depth)}${text}${")".repeat(depth)}`],
  ["lists", (text: string, depth: number) => `${"[".repeat(depth)}${text}${"]".repeat(depth)}`],
  ["texts", (text: string, depth: number) => `${'"a${'.repeat(depth)}${text}${'}"'.repeat(depth)}`],
  ["indexes", (text: string, depth: number) => `${"local.a[".repeat(depth)}${text}${"]".repeat(depth)}`],
  ["objects", (text: string, depth: number) => `${"{a=".repeat(depth)}${text}${"}".repeat(depth)}`],
])("%s that are nested deep are refused", (_what, of) => {
  expect(detailOf({}, `\${${of('"a"', 1000)}}`)).toContain("nested deeper than anything that can be declared");
});

test("locals that are nested in each other, each deep, are refused", () => {
  const deep = (next: string): string => `\${${"[".repeat(50)}${next}${"]".repeat(50)}}`;
  expect(detailOf(chain(90, deep, "a"), "${length(local.x0)}")).toContain("inside of too many others");
  const lists = (next: string): unknown =>
    Array.from({ length: 55 }).reduce<unknown>((inside) => [inside], `\${${next}}`);
  expect(detailOf(chain(90, lists, "a"), "${length(local.x0)}")).toContain("inside of too many others");
});

test("attributes that are nested in each other, each deep, are refused", () => {
  const deep = (at: number): unknown => {
    const last = at === 90 ? "x" : `\${scanform_configuration.c${String(at + 1)}.renamed_from}`;
    return Array.from({ length: 55 }).reduce<unknown>((inside) => [inside], last);
  };
  const all = Array.from({ length: 91 }, (_, at) => [
    `c${String(at)}`,
    { name: `n${String(at)}`, renamed_from: deep(at) },
  ]);
  const found = problems({ resource: { scanform_configuration: Object.fromEntries(all) as unknown } });
  expect(found[0]?.detail).toContain("inside of too many others");
});

test.each([
  ["that are the same", () => "1"],
  ["that differ", String],
])("many expressions %s make a limited number of values", (_what, first) => {
  const names = Array.from({ length: 1000 }, (_, at) => `\${[${first(at)},${"1,".repeat(4000)}]}`);
  expect(
    problems(strict({ renamed_from: names })).some(({ detail }) => detail.includes("one expression too many")),
  ).toBe(true);
});

test("a long list is searched a limited number of times", () => {
  const names = Array.from({ length: 3000 }, () => '${contains(local.x, "b") }');
  const more = { locals: { x: Array.from({ length: 10_000 }, () => "a") } };
  const found = problems(strict({ renamed_from: names }, more));
  expect(found.some(({ detail }) => detail.includes("one reference too many"))).toBe(true);
});
