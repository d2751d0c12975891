import { configurationId } from "../../../src/model/ids";
import { declare, desired, give, live, names, planned } from "../account";

const on = { analyzers: { a: { enabled: true } } } as const;

test("a plan depends on the configurations that it writes, takes from, gives to or deletes, and on no others", () => {
  const observed = live(
    {
      written: {},
      from: { has: ["r1"] },
      to: {},
      declared: {},
      gone: {},
      settled: { settings: on },
      other: { has: ["r3"] },
    },
    ["r2"],
  );
  const declaration = {
    ...desired([declare("written", on), declare("declared"), declare("settled", on)], give("declared", names("r2")), {
      target: { configuration: { id: configurationId("to") } },
      ...names("r1"),
    }),
    deletions: [configurationId("gone")],
  };
  const { basis } = planned(declaration, observed);
  expect(basis.configurations.map(({ id }) => id)).toEqual(["written", "from", "to", "declared", "gone"]);
  expect(basis.repositories).toEqual({ "id of r1": "from", "id of r2": null });
});

test("the fingerprint of a rule's members ignores their order, and depends on the rules and the repositories", () => {
  const declaration = desired(
    [declare("one")],
    give("one", { repositoryPattern: "a%" }),
    give("one", { repositoryPattern: "b%" }),
  );
  const rulesOf = (...has: readonly string[]) =>
    Object.values(planned(declaration, live({ one: { has } })).basis.rules);
  const [first] = rulesOf("a1", "a2", "b1");
  expect(first?.matched).toBe(3);
  expect(rulesOf("b1", "a2", "a1")).toEqual([first]);
  for (const other of [rulesOf("a1", "b1", "b2"), rulesOf("a1", "a2", "b2")]) {
    expect(other[0]?.matched).toBe(3);
    expect(other[0]?.fingerprint).not.toBe(first?.fingerprint);
  }
  expect(rulesOf("c1")).toMatchObject([{ matched: 0 }]);
});
