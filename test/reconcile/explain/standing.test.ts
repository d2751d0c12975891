import type { Desired } from "../../../src/model/desired";
import type { Observed } from "../../../src/model/entities";
import { configurationId } from "../../../src/model/ids";
import { type Standing, standingsOf } from "../../../src/reconcile/explain/explain-repository";
import { declare, desired, give, live, names, planned } from "../account";

/** `base` is declared under a new name, `shared` is managed elsewhere, and `old` is to be deleted. */
const listed = live(
  {
    base: { settings: { comment: "enabled" }, has: ["keeps"] },
    shared: { settings: { comment: "disabled" }, has: ["elsewhere", "to base", "to new"] },
    old: { has: ["orphan"] },
    unlisted: { has: ["of an unlisted one"] },
  },
  ["none", "to shared", "to base by id"],
);
const observed: Observed = { ...listed, configurations: listed.configurations.filter(({ id }) => id !== "unlisted") };
const declaration: Desired = {
  ...desired(
    [declare("main", { comment: "silent" }, { renamedFrom: ["base"] }), declare("new", { risk_threshold: 3 })],
    give("main", names("to base")),
    give("new", names("to new")),
    { target: { configuration: { id: configurationId("shared") } }, ...names("to shared") },
    { target: { configuration: { id: configurationId("base") } }, ...names("to base by id") },
  ),
  deletions: [configurationId("old")],
};

function standingOf(name: string): { readonly before: Standing | null; readonly after: Standing | null } {
  const { before, after } = standingsOf(planned(declaration, observed), observed);
  const repository = observed.repositories.find((each) => each.name === name);
  if (repository === undefined) throw new Error(`no repository ${name}`);
  return { before: before(repository), after: after(repository) };
}

const main = {
  before: {
    id: "base",
    address: "scanform_configuration.main",
    name: "base",
    settings: { comment: "enabled" },
  },
  after: { id: "base", address: "scanform_configuration.main", name: "main", settings: { comment: "silent" } },
} as const;
const shared = { id: "shared", name: "shared", settings: { comment: "disabled" } } as const;
const created = { address: "scanform_configuration.new", name: "new", settings: { risk_threshold: 3 } } as const;

test.each([
  ["keeps its configuration and gets what is planned for that", "keeps", main.before, main.after],
  ["gets a declared one, live under its former name", "to base", shared, main.after],
  ["gets a declared one by its id", "to base by id", null, main.after],
  ["gets one that is yet to be created, and so has no id", "to new", shared, created],
  ["gets one that is not declared, and so has no address", "to shared", null, shared],
  ["keeps one that is not declared", "elsewhere", shared, shared],
  ["loses one that is deleted", "orphan", { id: "old", name: "old", settings: {} }, null],
  ["has none and gets none", "none", null, null],
  [
    "keeps one that is not listed, of which nothing but the id is known",
    "of an unlisted one",
    { id: "unlisted", settings: {} },
    { id: "unlisted", settings: {} },
  ],
])("a repository that %s", (_what, name, before, after) => {
  expect(standingOf(name)).toStrictEqual({ before, after });
});
