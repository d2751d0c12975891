import fc from "fast-check";
import { pathText, stepsOf } from "../../src/diagnostics/attribute-path";
import { type Diagnostic, error, relocate, warning } from "../../src/diagnostics/diagnostic";
import { ScanformError } from "../../src/diagnostics/error";
import { located, ruleNumbers, settingKey, withLocations } from "../../src/diagnostics/locations";

const [strict, routing] = ["scanform_configuration.strict", "scanform_repository_assignments.routing"];
const locations = new Map([
  [strict, "main.ts:3:1"],
  [routing, "main.ts:9:1"],
  [`${routing}.rules[1]`, "main.ts:12:5"],
]);
const at = (address?: string, path?: string): Diagnostic => error("declaration-invalid", "x", { address, path });
const places = (diagnostics: readonly Diagnostic[]) => diagnostics.map(({ location }) => location);

test("a diagnostic gets the line of its construct, or of its rule", () => {
  expect(
    places(located([at(strict), at(routing, "rules[1].leave"), at(routing, "rules[0]"), at()], locations)),
  ).toEqual(["main.ts:3:1", "main.ts:12:5", "main.ts:9:1", undefined]);
});

test("a diagnostic that mentions another rule says where that is, if it has a line of its own", () => {
  const mentioning = (path: string): Diagnostic => ({ ...at(routing, "rules[4]"), mentions: [path] });
  expect(located([mentioning("rules[1]"), mentioning("rules[2]")], locations)).toMatchObject([
    { detail: "x (rule 2 is at main.ts:12:5)", location: "main.ts:9:1" },
    { detail: "x" },
  ]);
  expect(located([mentioning("rules[1]")], new Map())).toEqual([at(routing, "rules[4]")]);
});

test.each([
  ["rules[6]", "rule 7"],
  ["rules[0].repositoryNames[1] is 3", "rule 1: repositoryNames[1] is 3"],
  ['the pattern "a.rules[1]"', 'the pattern "a.rules[1]"'],
])("%s is called %s", (text, called) => {
  expect(ruleNumbers(text)).toBe(called);
});

test("settings of a policy have their line whichever letter case its id is written in", () => {
  const path = (id: string) => `code_policies["${id}"].enabled`;
  const made = new Map([[settingKey(strict, path("ABCD")), "main.ts:4:1"]]);
  expect(places(located([at(strict, path("abcd")), at(strict, path("AbCd")), at(strict, path("ef"))], made))).toEqual([
    "main.ts:4:1",
    "main.ts:4:1",
    undefined,
  ]);
});

test("a diagnostic that has a line keeps it", () => {
  expect(places(located([{ ...at(strict), location: "own.ts:1:1" }], locations))).toEqual(["own.ts:1:1"]);
});

const thrownBy = async (thrown: Error): Promise<unknown> => {
  try {
    return await withLocations(locations, () => Promise.reject(thrown));
  } catch (caught) {
    return caught;
  }
};

test("an error that is thrown gets the lines that are known, although not all are, and keeps its cause", async () => {
  const thrown = new ScanformError([at("elsewhere"), at(strict)]);
  const caught = await thrownBy(thrown);
  if (!(caught instanceof ScanformError)) throw new Error("another error");
  expect(places(caught.diagnostics)).toEqual([undefined, "main.ts:3:1"]);
  expect(caught.message).toMatch(/x\n.*x \(at main\.ts:3:1\)$/);
  expect(caught.cause).toBe(thrown);
});

test("an error that is thrown is the same one where nothing is to be added", async () => {
  for (const thrown of [new ScanformError([at("elsewhere")]), new Error("defect")])
    expect(await thrownBy(thrown)).toBe(thrown);
});

test("a diagnostic at another place says what it said, with the attribute to underline", () => {
  const place = { address: strict, attribute: ["analyzers", { key: "xss" }] };
  const moved = relocate({ ...warning("declaration-invalid", "x", { path: "a" }), summary: "Own words" }, place);
  expect(moved).toEqual({
    code: "declaration-invalid",
    severity: "warning",
    summary: "Own words",
    detail: "x",
    ...place,
  });
});

test("the steps of a path are those that it was written from", () => {
  const key = fc.string().map((text) => ({ key: text }));
  const name = fc.stringMatching(/^[a-z_]+$/);
  const path = fc.tuple(name, fc.array(fc.oneof(name, fc.nat(), key))).map(([first, more]) => [first, ...more]);
  fc.assert(
    fc.property(path, (steps) => {
      expect(stepsOf(pathText(steps))).toEqual(steps);
    }),
  );
});
