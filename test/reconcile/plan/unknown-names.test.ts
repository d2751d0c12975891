import { configurationId } from "../../../src/model/ids";
import { unknownNames, unknownTargets, unlikeDestinations } from "../../../src/reconcile/plan/unknown-names";
import { declare, desired, live } from "../account";

describe("unknown names", () => {
  const observed = live({ one: { settings: { analyzers: { retired: {} }, code_policies: [{ id: "old" }] } } });
  const [one] = observed.configurations;

  const said = (declared: ReturnType<typeof declare>, there = true, world = observed) =>
    unknownNames([declared], world, new Map(there && one !== undefined ? [[declared.address, one]] : [])).map(
      ({ code, path, detail }) => [code, path, detail],
    );

  test("accepts analyzers and policies that are listed, and with a warning those that the live configuration has", () => {
    const declared = declare("one", { analyzers: { a: {}, retired: {} }, code_policies: [{ id: "p" }, { id: "old" }] });
    expect(said(declared)).toEqual([
      ["no-longer-listed", 'analyzers["retired"]', expect.stringContaining('no longer lists the analyzer "retired"')],
      ["no-longer-listed", 'code_policies["old"]', expect.stringContaining("no longer lists the custom policy old")],
    ]);
    expect(said(declare("one"))).toEqual([]);
    expect(said(declared, false).map(([, path]) => path)).toEqual(['analyzers["retired"]', 'code_policies["old"]']);
  });

  test("warns of a destination that no live configuration notifies and that is nearly one that is notified", () => {
    const notifying = (...integration_names: string[]) => ({ notifications: { integration_names } });
    const world = live({ one: { settings: notifying("appsec-chat") } });
    const warned = (...names: string[]) =>
      unlikeDestinations([declare("two", notifying(...names))], world.configurations).map(({ severity, detail }) => [
        severity,
        detail,
      ]);
    expect(warned("appsec-chta", "appsec-chat", "payments-oncall")).toEqual([
      ["warning", 'No live configuration notifies "appsec-chta". Did you mean "appsec-chat"?'],
    ]);
  });

  test("suggests the nearest analyzer, including live ones", () => {
    expect(said(declare("one", { analyzers: { retird: {}, b: {} } }))).toEqual([
      ["analyzer-unknown", 'analyzers["retird"]', 'The account has no analyzer "retird". Did you mean "retired"?'],
    ]);
  });

  test("says once what many configurations share, with the number of places", () => {
    const shared = ["a1", "a2", "a3"].map((name) => declare(name, { analyzers: { retird: {} } }));
    const different = declare("other", { analyzers: { nothing: {} } });
    expect(
      unknownNames([...shared, different], observed, new Map()).map(({ address, detail }) => [address, detail]),
    ).toEqual([
      [
        "scanform_configuration.a1",
        expect.stringMatching(
          /^The account has no analyzer "retird"\. .*The same in 2 more places: "scanform_configuration\.a2" analyzers\["retird"\] and "scanform_configuration\.a3" analyzers\["retird"\]\.$/,
        ),
      ],
      ["scanform_configuration.other", expect.stringContaining('no analyzer "nothing"')],
    ]);
  });

  test("names the known policies for an unknown one, at most five", () => {
    const unknown = declare("one", { code_policies: [{ id: "x" }, { id: "p" }] });
    expect(said(unknown)).toEqual([
      ["policy-unknown", 'code_policies["x"]', 'The account has no custom policy x. It has p ("p") and q ("q").'],
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
    const details = (count: number) =>
      said(declare("one", { code_policies: [{ id: "x" }] }), true, many(count))[0]?.[2];
    expect(details(0)).toBe("The account has no custom policy x. It has none.");
    expect(details(5)).toMatch(/p4 \("t"\)\.$/);
    expect(details(7)).toMatch(/p4 \("t"\) and 2 more\.$/);
  });

  test("a list that was not read makes no analyzer or policy unknown", () => {
    const { configurations, repositories } = observed;
    const world = { configurations, repositories };
    expect(said(declare("one", { analyzers: { a: {} }, code_policies: [{ id: "p" }] }), true, world)).toEqual([]);
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
        `The account has no configuration "two".${at < 10 ? ' There is only "one".' : ""}`,
      ]),
    );
  });
});
