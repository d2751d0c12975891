import { ScanformError } from "../../src/diagnostics/error";
import { type DesiredInput, desiredOf } from "../../src/library/input";
import { uuid } from "../reconcile/arbitrary";

const id = uuid("a", 1);

test("keeps the order of configurations, and derives addresses from names", () => {
  expect(
    desiredOf({
      configurations: [
        { name: "b", id, renamedFrom: ["old"], preventDestroy: true, settings: { comment: "enabled" } },
        { name: 'a "quoted"', exclusiveAnalyzers: false },
      ],
      managedScope: { names: "b%", maxDeletes: 0 },
    }),
  ).toEqual({
    configurations: [
      {
        address: 'configurations["b"]',
        name: "b",
        id,
        renamedFrom: ["old"],
        preventDestroy: true,
        settings: { comment: "enabled" },
      },
      { address: 'configurations["a \\"quoted\\""]', name: 'a "quoted"', exclusiveAnalyzers: false, settings: {} },
    ],
    assignments: [],
    managedScope: { names: "b%", maxDeletes: 0 },
  });
});

test("converts rules to one RepositoryAssignments, with only the declared selectors", () => {
  const rules: DesiredInput["rules"] = [
    { leave: true, repositoryNames: ["legacy"] },
    { configuration: "a", repositoryIds: [uuid("b", 1)] },
    { configuration: { id }, repositoryPattern: "%" },
  ];
  expect(desiredOf({ configurations: [{ name: "a" }], rules }).assignments).toStrictEqual([
    {
      address: "rules",
      rules: [
        { target: { leave: true }, repositoryNames: ["legacy"] },
        { target: { configuration: { address: 'configurations["a"]' } }, repositoryIds: [uuid("b", 1)] },
        { target: { configuration: { id } }, repositoryPattern: "%" },
      ],
    },
  ]);
});

test("configurations of one name are distinguished by the ids that pin them, and the first keeps the address that rules use", () => {
  const [one, two, three] = [uuid("a", 1), uuid("a", 2), uuid("a", 3)];
  const configurations = [{ name: "b", id: one }, { name: "a", id: two }, { name: "a", id: three }, { name: "b" }];
  expect(desiredOf({ configurations }).configurations.map(({ address }) => address)).toEqual([
    'configurations["b"]',
    'configurations["a"]',
    `configurations["a"]["${three}"]`,
    'configurations["b"]',
  ]);
});

test("an empty input declares nothing", () => {
  expect(desiredOf({})).toStrictEqual({ configurations: [], assignments: [] });
});

test("exclusiveAnalyzers without analyzers declares an empty set of them", () => {
  const settingsOf = (input: NonNullable<DesiredInput["configurations"]>[number]) =>
    desiredOf({ configurations: [input] }).configurations[0]?.settings;
  expect(settingsOf({ name: "a", exclusiveAnalyzers: true })).toEqual({ analyzers: {} });
  expect(settingsOf({ name: "a", exclusiveAnalyzers: true, settings: { analyzers: { a: {} } } })).toEqual({
    analyzers: { a: {} },
  });
  expect(settingsOf({ name: "a", exclusiveAnalyzers: false })).toEqual({});
});

test("triages are read with an address that names the finding", () => {
  const findingId = "3d9f4a0e-6c1b-4e57-9a83-0b2f7d1c5e64";
  const triage = { findingId, category: "wont_fix", justification: "Only in tests.", expires: "2030-01-31" } as const;
  expect(desiredOf({ triages: [triage] }).triages).toEqual([
    { ...triage, address: `triages[${JSON.stringify(findingId)}]` },
  ]);
});

const refusals = (input: unknown): readonly unknown[] => {
  try {
    desiredOf(input as DesiredInput);
    return [];
  } catch (thrown) {
    if (!(thrown instanceof ScanformError)) throw thrown;
    return thrown.diagnostics.map(({ code, path }) => [code, path]);
  }
};
const all = { repositoryPattern: "%" };

test.each<[string, unknown, string, string]>([
  ["no object", 7, "value-kind", ""],
  [
    "a name that is not declared",
    { configurations: [{ name: "a" }], rules: [{ configuration: "c", ...all }] },
    "reference-unknown",
    "rules[0].configuration",
  ],
  [
    "a live configuration whose id is not a UUID",
    { rules: [{ configuration: { id: "strict" }, ...all }] },
    "id-invalid",
    "rules[0].configuration.id",
  ],
  ["a rule for a number", { rules: [{ configuration: 7, ...all }] }, "value-kind", "rules[0].configuration"],
  ["a rule for no id", { rules: [{ configuration: {}, ...all }] }, "value-missing", "rules[0].configuration.id"],
  [
    "a rule for an id and a name",
    { rules: [{ configuration: { id, name: "a" }, ...all }] },
    "attribute-unknown",
    "rules[0].configuration.name",
  ],
])("refused input is %s, with its code and path", (_what, input, code, path) => {
  expect(refusals(input)).toEqual([[code, path]]);
});

test("refused input is reported with all problems at once, each with its path", () => {
  expect(
    refusals({
      configurations: [{ name: "", renamedFrom: [1] }],
      rules: [{ configuration: "a", leave: true, ...all }, { repositoryIds: [] }, { configuration: "a" }],
      managedScope: { maxDeletes: -1, all: 1 },
    }),
  ).toEqual([
    ["name-empty", "configurations[0].name"],
    ["value-kind", "configurations[0].renamedFrom[0]"],
    ["rule-contradictory", "rules[0]"],
    ["rule-without-action", "rules[1]"],
    ["rule-selects-nothing", "rules[1]"],
    ["rule-selects-nothing", "rules[2]"],
    ["value-kind", "managedScope.all"],
    ["out-of-range", "managedScope.maxDeletes"],
  ]);
});

test("refused input is reported as a whole, configuration by configuration", () => {
  const configurations = [
    { name: "b", renamedFrom: ["b"] },
    { name: "a", renamedFrom: ["a"] },
  ];
  const rules = [{ configuration: "c", ...all }];
  expect(refusals({ configurations, rules })).toEqual([
    ["renamed-from-itself", "configurations[0].renamedFrom"],
    ["renamed-from-itself", "configurations[1].renamedFrom"],
    ["reference-unknown", "rules[0].configuration"],
  ]);
});
