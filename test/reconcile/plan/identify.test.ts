import { configurationId } from "../../../src/model/ids";
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

test("the exact name identifies", () => {
  expect(found(declare("one"), declare("new"))).toEqual({ matches: ["one", undefined], problems: [] });
});

test("the id of an import comes before any name", () => {
  expect(found(declare("two", {}, id("one")), declare("one"))).toEqual({ matches: ["one", undefined], problems: [] });
});

test("a former name is tried where there is none of the new name", () => {
  expect(found(declare("eins", {}, { renamedFrom: ["gone", "one"] }))).toEqual({ matches: ["one"], problems: [] });
});

test("a configuration whose name is live does not take the one of its former name as well", () => {
  expect(found(declare("two", {}, { renamedFrom: ["one"] }))).toEqual({ matches: ["two"], problems: [] });
});

test("an exact name is never lost to the former name of another, in whatever order they are declared", () => {
  const renamed = declare("eins", {}, { renamedFrom: ["one"] });
  expect(found(renamed, declare("one")).matches).toEqual([undefined, "one"]);
  expect(found(declare("one"), renamed).matches).toEqual(["one", undefined]);
});

test("two live ones of the name are an error that lists both and says how to pin one", () => {
  const { diagnostics } = identify([declare("twin")], observed);
  expect(diagnostics).toEqual([
    expect.objectContaining({ code: "name-live-twice", address: "scanform_configuration.twin", path: "name" }),
  ]);
  expect(diagnostics[0]?.detail).toMatch(/"twin-1" and "twin-2".*import/s);
});

test("a pinned one of two of the name is found", () => {
  expect(found(declare("twin", {}, id("twin-2")))).toEqual({ matches: ["twin-2"], problems: [] });
});

test("what is wrong is named, with its address and path", () => {
  expect(found(declare("x", {}, id("nowhere"))).problems).toEqual(["import-not-found scanform_configuration.x id"]);
  expect(found(declare("x", {}, id("one")), declare("y", {}, id("one"))).problems).toEqual([
    "same-live-object scanform_configuration.y id",
  ]);
  const again = { ...declare("one"), address: declare("again").address };
  expect(found(declare("one"), again).problems).toContain("name-declared-twice scanform_configuration.again name");
});
