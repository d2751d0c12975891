import { configurationId } from "../../../src/model/ids";
import { unknownNames, unknownTargets } from "../../../src/reconcile/plan/identify";
import { declare, desired, live } from "../account";

const observed = live({ one: { settings: { analyzers: { retired: {} }, code_policies: [{ id: "old" }] } } });
const [one] = observed.configurations;

const said = (declared: ReturnType<typeof declare>, there = true, world = observed) =>
  unknownNames([declared], world, new Map(there && one !== undefined ? [[declared.address, one]] : [])).map(
    ({ code, path, detail }) => [code, path, detail],
  );

test("accepts analyzers and policies that are listed or that the live configuration has", () => {
  const declared = declare("one", { analyzers: { a: {}, retired: {} }, code_policies: [{ id: "p" }, { id: "old" }] });
  expect(said(declared)).toEqual([]);
  expect(said(declare("one"))).toEqual([]);
  expect(said(declared, false).map(([, path]) => path)).toEqual(['analyzers["retired"]', 'code_policies["old"]']);
});

test("suggests the nearest analyzer, including live ones", () => {
  expect(said(declare("one", { analyzers: { retird: {}, b: {} } }))).toEqual([
    ["analyzer-unknown", 'analyzers["retird"]', 'The account has no analyzer "retird". Did you mean "retired"?'],
  ]);
});

test("names the known policies for an unknown one, at most five", () => {
  const unknown = declare("one", { code_policies: [{ id: "x" }, { id: "p" }] });
  expect(said(unknown)).toEqual([
    ["policy-unknown", 'code_policies["x"]', 'The account has no custom policy x. It has p ("p"), q ("q").'],
  ]);
  const many = (count: number) => ({
    ...observed,
    policies: Array.from({ length: count }, (_, at) => ({
      id: `p${String(at)}`,
      dashboard_url: "u",
      title: "t",
      question: "q",
    })),
  });
  const details = (count: number) => said(declare("one", { code_policies: [{ id: "x" }] }), true, many(count))[0]?.[2];
  expect(details(0)).toBe("The account has no custom policy x. It has none at all.");
  expect(details(5)).toMatch(/p4 \("t"\)\.$/);
  expect(details(7)).toMatch(/p4 \("t"\) and 2 more\.$/);
});

test("knows no analyzer or policy without their lists", () => {
  const { configurations, repositories } = observed;
  const world = { configurations, repositories };
  expect(
    said(declare("one", { analyzers: { a: {} }, code_policies: [{ id: "p" }] }), true, world).map(([code]) => code),
  ).toEqual(["analyzer-unknown", "policy-unknown"]);
});

test("an unknown target names the rule, the id and the nearest ids; after ten of them the suggestions end", () => {
  const rules = Array.from({ length: 11 }, () => ({ target: { configuration: { id: configurationId("two") } } }));
  const leave = { target: { leave: true } } as const;
  const found = unknownTargets(desired([], leave, ...rules), observed);
  expect(found.map(({ code, address, path, detail }) => [code, address, path, detail])).toEqual(
    rules.map((_, at) => [
      "configuration-unknown",
      "scanform_repository_assignments.routing",
      `rules[${String(at + 1)}].configuration_id`,
      `The account has no configuration "two".${at < 10 ? ' There are "one".' : ""}`,
    ]),
  );
});
