import { IdOf } from "../../src/declaration/evaluate";
import { configurationOf, isAssignments, isDocument, isManifest, isProvider } from "../../src/declaration/quick";
import { assignmentsShape, configurationShape, documentShapes, providerShape } from "../../src/declaration/shapes";

const id = "0c5a36f1-7f0e-4d0a-9a36-9d2f6f0f8a11";

describe("a configuration", () => {
  const everything = {
    name: "strict",
    renamed_from: ["old"],
    exclusive_analyzers: true,
    comment: "silent",
    show_scan_confirmation: false,
    risk_threshold: 0,
    analyzers: { xss: { enabled: true, excludes: ["b", "a"] } },
    code_policies: [{ id, blocking: true }],
    notifications: { integration_names: [] },
  };

  test.each([{ name: "x" }, everything])("that is as nearly all are is taken quickly: %j", (value) => {
    expect(configurationOf(value)).toEqual(value);
    expect(configurationShape.safeParse(value).success).toBe(true);
  });

  test.each<unknown>([
    {},
    { name: "" },
    { name: 5 },
    { name: null },
    { ...everything, renamed_from: "old" },
    { ...everything, exclusive_analyzers: "yes" },
    { ...everything, comment: "loud" },
    { ...everything, id },
    "strict",
    null,
    undefined,
  ])("that is not is for the shape to judge: %j", (value) => {
    expect(configurationOf(value)).toBeUndefined();
  });
});

/** What is taken quickly is taken by the shape; what is not is for the shape to judge. */
function judging(quick: (value: unknown) => boolean, shape: { safeParse(value: unknown): { success: boolean } }) {
  return {
    takes: (value: unknown) => [quick(value), shape.safeParse(value).success],
    leaves: (value: unknown) => quick(value),
  };
}

describe("rules", () => {
  const { takes, leaves } = judging(isAssignments, assignmentsShape);
  const rule = { repository_pattern: "%" };

  test.each([
    [],
    [{ ...rule, leave: true }],
    [
      { ...rule, configuration_id: id },
      { ...rule, configuration_id: new IdOf("acme", "strict") },
    ],
    [{ ...rule, configuration_id: null, leave: null }],
    [{ repository_ids: [id], repository_names: ["a", "b"], repository_pattern: null }],
  ])("that are as nearly all are are taken quickly (case %#)", (...rules) => {
    expect(takes({ rules })).toEqual([true, true]);
  });

  test.each<unknown>([
    "x",
    null,
    {},
    { rules: {} },
    { rules: ["x"] },
    { rules: [rule, 5] },
    { rules: [undefined] },
    { rules: [], id },
    { other: [] },
    { rules: [{ ...rule, configuration_id: "strict" }] },
    { rules: [{ ...rule, configuration_id: 5 }] },
    { rules: [{ ...rule, leave: undefined }] },
    { rules: [{ ...rule, leave: "yes" }] },
    { rules: [{ repository_pattern: new IdOf("acme", "strict") }] },
    { rules: [{ ...rule, repository_ids: "a" }] },
    { rules: [{ ...rule, repository_names: [5] }] },
    { rules: [{ ...rule, repository_patern: "%" }] },
  ])("that are not are for the shape to judge (case %#)", (value) => {
    expect(leaves(value)).toBe(false);
  });
});

describe("a provider block", () => {
  const { takes, leaves } = judging(isProvider, providerShape);

  test.each([{}, { alias: "x", base_url: "https://h", account_id: id }, { alias: null, base_url: null }])(
    "that is as nearly all are is taken quickly: %j",
    (value) => {
      expect(takes(value)).toEqual([true, true]);
    },
  );

  test.each([{ alias: 5 }, { base_url: 5 }, { account_id: 5 }, { managed_scope: { all: true } }, { other: "x" }, "x"])(
    "that is not is for the shape to judge: %j",
    (value) => {
      expect(leaves(value)).toBe(false);
    },
  );
});

describe("a manifest", () => {
  const { takes, leaves } = judging(isManifest, documentShapes.manifest);
  const stack = { name: "a", synthesizedStackPath: "a.json" };

  test.each([
    {},
    { a: stack },
    { a: stack, b: { ...stack, constructPath: "x/b", annotations: [], dependencies: ["a"] } },
  ])("that is as nearly all are is taken quickly: %j", (stacks) => {
    expect(takes({ version: "0.21.0", stacks })).toEqual([true, true]);
  });

  test.each<unknown>([
    "x",
    null,
    {},
    { stacks: [] },
    { stacks: { a: stack, b: 5 } },
    { stacks: { a: { name: "a" } } },
    { stacks: { a: { ...stack, name: 5 } } },
    { stacks: { a: { synthesizedStackPath: "a.json" } } },
    { stacks: { a: { ...stack, constructPath: null } } },
    { stacks: { a: { ...stack, constructPath: 5 } } },
    { stacks: { a: { ...stack, annotations: {} } } },
    { stacks: { a: { ...stack, annotations: [{ constructPath: "a", level: "x", message: "y" }] } } },
  ])("that is not is for the shape to judge: %j", (value) => {
    expect(leaves(value)).toBe(false);
  });
});

describe("a document", () => {
  const { takes, leaves } = judging(isDocument, documentShapes.document);

  test.each([{}, { resource: {} }])("that has keys is taken quickly: %j", (value) => {
    expect(takes(value)).toEqual([true, true]);
  });

  test.each<unknown>([[], "x", null, JSON.parse('{"__proto__": {}}')])(
    "that has not, or a prototype among them, is for the shape to judge: %j",
    (value) => {
      expect(leaves(value)).toBe(false);
    },
  );
});
