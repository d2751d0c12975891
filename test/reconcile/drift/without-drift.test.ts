import { configurationId } from "../../../src/model/ids";
import type { Settings } from "../../../src/model/settings";
import { declare, desired, give, live, names, shown } from "../account";
import { all, declared, drifted, holdings, noted, strict, then } from "./drifting";

const disabled: Settings = { ...strict, comment: "disabled" };
const base = configurationId("base");
const loose = configurationId("loose");
const looseConfiguration = { id: loose, name: "loose", settings: {} };

/** A declaration that gives every repository a live configuration that it does not declare. */
const toLoose = (...configurations: Parameters<typeof desired>[0]) =>
  desired(configurations, { target: { configuration: { id: loose } }, ...all });

test("where nothing has drifted the account is as it is", () => {
  const now = live({ base: { settings: { ...strict, risk_threshold: 4 }, has: ["api"] }, loose: { has: ["own"] } });
  expect(drifted(now, toLoose()).before).toStrictEqual(now);
});

describe("leaf by leaf", () => {
  test("only what an apply would change is put back, and not what is declared as somebody made it", () => {
    const now = live({
      base: { settings: { comment: "disabled", analyzers: { a: { enabled: true, blocking: false } } } },
    });
    const later = desired([declare("base", disabled)], give("base", all));
    const { before, pending } = drifted(now, later);
    expect(before.configurations).toEqual([{ id: base, name: "base", settings: disabled }]);
    expect(pending.writes).toEqual([]);
  });

  test("a policy that somebody edited and that is not declared any more is put back before it is removed", () => {
    const since = noted(
      desired([declare("base", { code_policies: [{ id: "p", enabled: true }] })]),
      live({ base: { settings: { code_policies: [{ id: "p", enabled: true }] } } }),
    );
    const now = live({ base: { settings: { code_policies: [{ id: "p", enabled: false }] } } });
    const { before, pending } = drifted(now, desired([declare("base", { code_policies: [] })]), since);
    expect(before.configurations[0]?.settings).toEqual({ code_policies: [{ id: "p", enabled: true }] });
    expect(pending.configurations).toMatchObject([
      { changes: [{ path: 'code_policies["p"]', before: { id: "p", enabled: true } }] },
    ]);
  });

  test("a policy that somebody added, declared otherwise by now, is pending as a whole", () => {
    const since = noted(desired([declare("base", { code_policies: [] })]), live({ base: {} }));
    const now = live({ base: { settings: { code_policies: [{ id: "q", enabled: false }] } } });
    const later = desired([declare("base", { code_policies: [{ id: "q", enabled: true }] })]);
    const { before, pending } = drifted(now, later, since);
    expect(before.configurations[0]?.settings).toEqual({ code_policies: [] });
    expect(pending.configurations).toMatchObject([
      { changes: [{ path: 'code_policies["q"]', after: { id: "q", enabled: true } }] },
    ]);
  });
});

describe("a configuration that was renamed", () => {
  const renamed = () => live({ base: { settings: disabled, has: ["api"], name: "other" }, loose: {} });

  test("is put back whole where nobody declares its new name", () => {
    const { before, pending } = drifted(renamed());
    expect(before.configurations).toEqual([{ id: base, name: "base", settings: strict }, looseConfiguration]);
    expect(pending.writes).toEqual([]);
  });

  test("gets its name back where it is declared by its id", () => {
    const imported = desired([declare("base", disabled, { id: base })], give("base", all));
    const { before, pending } = drifted(renamed(), imported);
    expect(before.configurations).toEqual([{ id: base, name: "base", settings: disabled }, looseConfiguration]);
    expect(pending.writes).toEqual([]);
  });

  test("keeps a name that is declared by now", () => {
    const later = desired([declare("other", strict)], give("other", all));
    const { before, pending } = drifted(renamed(), later);
    expect(before.configurations).toEqual([{ id: base, name: "other", settings: strict }, looseConfiguration]);
    expect(pending.writes).toEqual([]);
  });

  test("keeps its name where another one is to be created and has nothing to do with it", () => {
    const { before } = drifted(renamed(), toLoose(declare("new")));
    expect(before.configurations).toEqual(renamed().configurations);
  });

  test("stays renamed where another configuration took its former name", () => {
    const now = live({
      base: { settings: strict, has: ["api"], name: "old" },
      again: { settings: disabled, name: "base" },
    });
    const { before, pending } = drifted(now);
    expect(before).toEqual(now);
    expect(pending.writes.map(shown)).toMatchObject([{ PATCH: "again", settings: { comment: "enabled" } }]);
    expect(pending.moves).toMatchObject([{ repository: { name: "api" }, from: "base", toName: "base" }]);
  });
});

test("of a declared configuration that takes another name, only what an apply changes is put back, whoever gets its former name", () => {
  const now = live({ base: { settings: { ...disabled, analyzers: { a: { enabled: false, blocking: true } } } } });
  const later = desired([declare("next", disabled, { renamedFrom: ["base"], id: base }), declare("base")]);
  expect(drifted(now, later).before.configurations).toEqual([{ id: base, name: "base", settings: disabled }]);
});

test("a configuration without a name is put back without one", () => {
  const [had] = live({ base: { settings: disabled } }).configurations;
  if (had === undefined) throw new Error("no configuration");
  const { name: _name, ...nameless } = had;
  const imported = desired([declare("base", strict, { id: base })]);
  const { configurations, ...since } = noted(imported, live({ base: { settings: strict } }));
  const { name: _held, ...held } = configurations[0] ?? { address: declare("base").address, settings: {} };
  const now = { ...live({}), configurations: [nameless] };
  const { before } = drifted(now, imported, { ...since, configurations: [held] });
  expect(before.configurations).toStrictEqual([{ ...nameless, settings: strict }]);
});

describe("a configuration that was deleted", () => {
  test("is there again, with its repositories, where it is still declared", () => {
    const now = live({ loose: {} }, ["api"]);
    const { before, pending } = drifted(now);
    expect(before.configurations).toEqual([looseConfiguration, { id: base, name: "base", settings: strict }]);
    expect(holdings(before)).toEqual({ api: base });
    expect(pending.writes).toEqual([]);
  });

  test("stays deleted where nobody declares it any more, and its repositories have what they have", () => {
    const now = live({ other: { has: ["api"] }, loose: {} });
    const { before, pending } = drifted(now, toLoose());
    expect(before).toEqual(now);
    expect(pending.moves).toMatchObject([{ from: "other", to: { id: loose } }]);
  });

  test("stays deleted where only another one is to be created", () => {
    const now = live({ loose: {} }, ["api"]);
    expect(drifted(now, toLoose(declare("new"))).before).toEqual(now);
  });

  test("is there again where further ones are declared and live", () => {
    const now = live({ team: {}, loose: {} }, ["api"]);
    const later = desired([declare("team"), declare("base", strict)], give("base", all));
    const { before, pending } = drifted(now, later);
    expect(before.configurations.map(({ id }) => id)).toEqual(["team", "loose", "base"]);
    expect(pending.writes).toEqual([]);
  });

  test("and made again is the one that has its name, not another that is declared", () => {
    const now = live({ team: {}, again: { name: "base", settings: disabled, has: ["new"] } }, ["api"]);
    const later = desired([declare("team"), declare("base", strict)], give("base", names("api", "new")));
    const { before, pending } = drifted(now, later);
    expect(before.configurations).toEqual([
      { id: "team", name: "team", settings: {} },
      { id: "again", name: "base", settings: strict },
    ]);
    expect(holdings(before)).toEqual({ api: "again", new: "again" });
    expect(pending.writes).toEqual([]);
  });
});

describe("a repository that was moved", () => {
  test("is put back where an apply moves it", () => {
    const now = live({ base: { settings: strict }, loose: { has: ["api"] } });
    expect(holdings(drifted(now).before)).toEqual({ api: base });
  });

  test("stays where it is declared to be by now, or where no rule moves it any more", () => {
    const now = live({ base: { settings: strict }, loose: { has: ["api"] } });
    for (const later of [toLoose(), desired([declare("base", strict)])]) {
      const { before, pending } = drifted(now, later);
      expect(before).toEqual(now);
      expect(pending.writes).toEqual([]);
    }
  });

  test("has none again where it had none", () => {
    const since = { ...then(), repositories: { "id of api": null } };
    const now = live({ base: { settings: strict }, loose: { has: ["api"] } });
    const { before, pending } = drifted(now, declared, since);
    expect(before.repositories).toStrictEqual(live({}, ["api"]).repositories);
    expect(pending.moves).toMatchObject([{ repository: { name: "api" }, fromName: null, toName: "base" }]);
  });

  test("keeps all else that is known of it", () => {
    const now = live({ base: { settings: strict }, loose: { has: ["api"] } });
    const expected = live({ base: { settings: strict, has: ["api"] } }).repositories;
    expect(drifted(now).before.repositories).toEqual(expected);
  });
});
