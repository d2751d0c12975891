import { normalForm, spelledAs } from "../../src/model/normal-form";

const [typed, compatible] = ["caf\u00e9", "cafe\u0301"];

test("a text is spelled as the live one in its place, whatever other places have", () => {
  const declared = { name: typed, settings: { notifications: { integration_names: [typed] } } };
  const live = { name: typed, settings: { notifications: { integration_names: [compatible] } } };
  expect(spelledAs(declared, live)).toEqual(live);
  expect(spelledAs(declared, { name: compatible, settings: {} })).toEqual({ ...declared, name: compatible });
});

test("keys and the texts of lists are spelled as those of the live value, in the declared order", () => {
  const entry = { enabled: true, excludes: ["a", `${typed}/**`] };
  expect(spelledAs({ [typed]: entry }, { other: 1, [compatible]: { excludes: [`${compatible}/**`, "b"] } })).toEqual({
    [compatible]: { enabled: true, excludes: ["a", `${compatible}/**`] },
  });
});

test("a text that is live in both normal forms stays as it is", () => {
  for (const live of [
    [typed, compatible],
    [compatible, typed],
  ])
    expect(spelledAs([typed], live)).toEqual([typed]);
});

test("without a live text in another normal form the declared value itself is given back", () => {
  const declared = { name: typed };
  expect(spelledAs(declared, { name: "plain", comment: null })).toBe(declared);
  expect(spelledAs({ name: "plain" }, { name: [compatible] })).toEqual({ name: "plain" });
  expect(normalForm(compatible)).toBe(typed);
});
