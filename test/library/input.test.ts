import { checkedSemantics, type DesiredInput, desiredOf } from "../../src/library/input";
import type { Semantics } from "../../src/reconcile/plan/plan";
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

describe("configurations of one name", () => {
  const addressesOf = (...configurations: NonNullable<DesiredInput["configurations"]>) =>
    desiredOf({ configurations }).configurations.map(({ address }) => address);

  test("are told apart by the ids that pin them, and the first keeps the address that rules use", () => {
    const [one, two, three] = [uuid("a", 1), uuid("a", 2), uuid("a", 3)];
    expect(
      addressesOf({ name: "b", id: one }, { name: "a", id: two }, { name: "a", id: three }, { name: "b" }),
    ).toEqual(['configurations["b"]', 'configurations["a"]', `configurations["a"]["${three}"]`, 'configurations["b"]']);
  });
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

test("reports all problems at once, each with its path", () => {
  const input = {
    configurations: [{ name: "", renamedFrom: [1] }],
    rules: [{ configuration: "a", leave: true, repositoryPattern: "%" }, { repositoryIds: [] }, { configuration: "a" }],
    managedScope: { maxDeletes: -1, all: 1 },
  } as unknown as DesiredInput;
  const paths = (() => {
    try {
      desiredOf(input);
      return [];
    } catch (thrown) {
      return (thrown as { readonly diagnostics: readonly { readonly code: string; readonly path?: string }[] })
        .diagnostics;
    }
  })();
  expect(paths.map(({ code, path }) => `${code} ${path ?? ""}`)).toEqual([
    "declaration-invalid configurations[0].name",
    "declaration-invalid configurations[0].renamedFrom[0]",
    "declaration-invalid rules[0]",
    "declaration-invalid rules[1]",
    "declaration-invalid rules[1]",
    "declaration-invalid rules[2]",
    "declaration-invalid managedScope.all",
    "declaration-invalid managedScope.maxDeletes",
  ]);
});

test.each<Semantics>([
  {},
  { put: "replaces" },
  { put: "keeps" },
  { put: "merges" },
  { patchMerge: "deep", bulkMerge: "shallow", fillsIn: true },
])("copies semantics: %j", (semantics) => {
  expect(checkedSemantics(semantics)).toEqual(semantics);
  expect(checkedSemantics(semantics)).not.toBe(semantics);
});

describe("triages", () => {
  const findingId = "3d9f4a0e-6c1b-4e57-9a83-0b2f7d1c5e64";
  const triage = { findingId, category: "wont_fix", justification: "Only in tests.", expires: "2030-01-31" } as const;

  test("are read with an address that names the finding", () => {
    expect(desiredOf({ triages: [triage] }).triages).toEqual([
      { ...triage, address: `triages[${JSON.stringify(findingId)}]` },
    ]);
  });

  test.each([
    [{ category: "wontfix" }, "triages[0].category", /Did you mean "wont_fix"\?$/],
    [{ findingId: "checkout" }, "triages[0].findingId", /is not a UUID\..*[^.]\.$/],
    [{ justification: " " }, "triages[0].justification", /say why.*[^.]\.$/],
    [{ expires: "soon" }, "triages[0].expires", /is neither a date.*[^.]\.$/],
    [{ note: "soon" }, "triages[0]", /[^.]\.$/],
  ])("with %j are refused at the place, in whole sentences", (wrong, path, words) => {
    const given = { triages: [{ ...triage, ...wrong }] } as unknown as Parameters<typeof desiredOf>[0];
    expect(() => desiredOf(given)).toThrow(
      expect.objectContaining({
        diagnostics: [
          expect.objectContaining({
            code: "declaration-invalid",
            path,
            detail: expect.stringMatching(words) as string,
          }),
        ],
      }) as Error,
    );
  });
});
