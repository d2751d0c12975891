import { address, configurationId } from "../../../src/model/ids";
import type { Settings } from "../../../src/model/settings";
import { changesBetween } from "../../../src/reconcile/plan/effects";
import { destinations } from "../../../src/reconcile/plan/moves";
import { declare, desired, give, live, names, planned } from "../account";

const setting = (comment: "disabled" | "silent" | "enabled"): Settings => ({ comment });

test("repositories that move between the same two configurations have one effect, however the rules write it", () => {
  const observed = live({ old: { settings: setting("silent"), has: ["r1", "r2", "r3"] }, goal: {} });
  const { effects } = planned(
    desired([declare("goal", setting("enabled"))], give("goal", names("r1", "r2")), {
      target: { configuration: { id: configurationId("goal") } },
      ...names("r3"),
    }),
    observed,
  );
  expect(effects).toMatchObject([
    {
      from: { id: "old" },
      to: { id: "goal" },
      repositories: ["r1", "r2", "r3"].map((name) => ({ repository: { name } })),
    },
  ]);
});

test("moves to two new configurations are judged each by its own", () => {
  const observed = live({ old: { settings: setting("silent"), has: ["r1", "r2"] } });
  const { effects } = planned(
    desired(
      [declare("weak", setting("disabled")), declare("strong", setting("enabled"))],
      give("weak", names("r1")),
      give("strong", names("r2")),
    ),
    observed,
  );
  expect(effects.map(({ to, class: verdict }) => [to, verdict])).toEqual([
    [{ address: "scanform_configuration.weak", name: "weak" }, "weakens"],
    [{ address: "scanform_configuration.strong", name: "strong" }, "strengthens"],
  ]);
});

const becomesEnabled = { path: "comment", setting: "comment", after: "enabled", verdict: "stronger" };

test("a move from a configuration that is not listed adds that nobody knows what it was", () => {
  const [first, ...more] = changesBetween({ id: configurationId("hidden") }, { settings: setting("enabled") });
  expect(first).toEqual({
    path: "configuration",
    setting: "configuration",
    before: "hidden",
    verdict: "unclassified",
    removes: false,
  });
  expect(more).toMatchObject([becomesEnabled]);
});

test("a repository without a configuration has nothing set before it moves", () => {
  expect(changesBetween(null, { settings: setting("enabled") })).toMatchObject([becomesEnabled]);
});

describe("the destination of a rule", () => {
  const find = () => {
    const observed = live({
      one: { settings: setting("silent") },
      free: { name: "Free", settings: setting("disabled") },
    });
    const { configurations } = planned(
      desired([declare("eins", setting("enabled"), { renamedFrom: ["one"] }), declare("new", setting("silent"))]),
      observed,
    );
    return destinations(configurations, observed.configurations);
  };
  const at = (name: string) => ({ address: address(`scanform_configuration.${name}`) });
  const id = (text: string) => ({ id: configurationId(text) });

  test("the destination of a rule is the planned configuration, by its address and by its id", () => {
    const planned = { id: "one", name: "eins", after: setting("enabled") };
    const destinationOf = find();
    expect(destinationOf({ configuration: at("eins") })).toStrictEqual({ ref: at("eins"), ...planned });
    expect(destinationOf({ configuration: id("one") })).toStrictEqual({ ref: id("one"), ...planned });
  });

  test("the destination of a rule is the live configuration where none is declared, and its id alone where none is listed", () => {
    const destinationOf = find();
    expect(destinationOf({ configuration: id("free") })).toStrictEqual({
      ref: id("free"),
      id: "free",
      name: "Free",
      after: setting("disabled"),
    });
    expect(destinationOf({ configuration: id("gone") })).toStrictEqual({
      ref: id("gone"),
      id: "gone",
      name: "gone",
      after: {},
    });
  });
});
