import { address, configurationId } from "../../../src/model/ids";
import { identify } from "../../../src/reconcile/plan/identify";
import { declare, live } from "../account";

const observed = live({
  one: {},
  two: {},
  "twin-1": { name: "twin" },
  "twin-2": { name: "twin" },
}).configurations;

const id = (text: string) => ({ id: configurationId(text) });

function found(...declared: ReturnType<typeof declare>[]) {
  const { live: matches, diagnostics } = identify(declared, observed);
  return {
    matches: declared.map(({ address }) => matches.get(address)?.id),
    problems: diagnostics.map(({ code, address, path }) => `${code} ${address ?? ""} ${path ?? ""}`),
  };
}

test("identifies a live configuration by its exact name", () => {
  expect(found(declare("one"), declare("new"))).toEqual({ matches: ["one", undefined], problems: [] });
});

test("prefers the imported id to any name", () => {
  expect(found(declare("two", {}, id("one")), declare("one"))).toEqual({ matches: ["one", undefined], problems: [] });
});

test("falls back to a former name", () => {
  expect(found(declare("eins", {}, { renamedFrom: ["gone", "one"] }))).toEqual({ matches: ["one"], problems: [] });
});

test("does not also take the configuration of its former name when its name is live", () => {
  expect(found(declare("two", {}, { renamedFrom: ["one"] }))).toEqual({ matches: ["two"], problems: [] });
});

test("prefers an exact name to the former name of another, whatever the order of the declarations", () => {
  const renamed = declare("eins", {}, { renamedFrom: ["one"] });
  expect(found(renamed, declare("one")).matches).toEqual([undefined, "one"]);
  expect(found(declare("one"), renamed).matches).toEqual(["one", undefined]);
});

test.each([
  ["a resource of its own", "scanform_configuration.twin", 'importFrom("<id>")'],
  ["one in a collection", 'scanform_configurations.teams["payments"]', 'importFrom({ "payments": "<id>" })'],
  ["a resource of its own in a collection of stacks", 'stacks["eu"].scanform_configuration.twin', 'importFrom("<id>")'],
])("rejects a name that two live configurations share, and says how to pin one: %s", (_what, where, how) => {
  const { diagnostics } = identify([declare("twin", {}, { address: address(where) })], observed);
  expect(diagnostics).toMatchObject([{ code: "name-live-twice", severity: "error", address: where, path: "name" }]);
  expect(diagnostics[0]?.detail).toContain('"twin" is the name of "twin-1" and "twin-2".');
  expect(diagnostics[0]?.detail).toContain(`(${how} on the construct)`);
});

test("finds a pinned configuration although another has the same name", () => {
  expect(found(declare("twin", {}, id("twin-2")))).toEqual({ matches: ["twin-2"], problems: [] });
});

test("takes two of one name that are both pinned to live configurations of this name, and no others", () => {
  const [first, second] = [
    declare("twin", {}, id("twin-1")),
    { ...declare("twin", {}, id("twin-2")), address: declare("t2").address },
  ];
  expect(found(first, second)).toEqual({ matches: ["twin-1", "twin-2"], problems: [] });
  const renamed = { ...declare("twin", {}, id("one")), address: declare("t2").address };
  expect(found(first, renamed).problems).toEqual(["name-declared-twice scanform_configuration.t2 name"]);
  const unpinned = { ...declare("twin"), address: declare("t2").address };
  expect(found(first, unpinned).problems).toContain("name-declared-twice scanform_configuration.t2 name");
});

test("names the address and path of each problem", () => {
  expect(found(declare("x", {}, id("nowhere"))).problems).toEqual(["import-not-found scanform_configuration.x id"]);
  expect(found(declare("x", {}, id("one")), declare("y", {}, id("one"))).problems).toEqual([
    "same-live-object scanform_configuration.y id",
  ]);
  const again = { ...declare("one"), address: declare("again").address };
  expect(found(declare("one"), again).problems).toContain("name-declared-twice scanform_configuration.again name");
});
