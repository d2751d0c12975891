import { configurationId } from "../../../src/model/ids";
import { afterwards } from "../../../src/reconcile/plan/afterwards";
import type { Plan } from "../../../src/reconcile/plan/plan";
import { declare, desired, give, live, names, planned } from "../account";

/** `web: strict`, a line for each repository. */
const held = (made: Plan): readonly string[] => {
  const { configurations, repositories } = afterwards(made, made.observed);
  return repositories.map(({ repository, configuration }) => {
    const has = configuration === null ? undefined : configurations[configuration];
    return `${repository.name ?? ""}: ${has === undefined ? "none" : (has.name ?? has.id ?? "")}`;
  });
};

const observed = live(
  {
    kept: { settings: { comment: "silent" }, has: ["kept-1", "kept-2"] },
    changed: { settings: { comment: "silent", risk_threshold: 3 }, has: ["changed-1"] },
    gone: { has: ["gone-1"] },
  },
  ["bare-1", "bare-2"],
);

test("each repository has the configuration that its rule gives it, or keeps what stays", () => {
  const made = planned(
    {
      ...desired(
        [declare("changed", { comment: "enabled" }), declare("new", { comment: "enabled" })],
        give("new", names("bare-1", "kept-1")),
      ),
      deletions: [configurationId("gone")],
    },
    observed,
  );
  expect(held(made)).toEqual([
    "bare-1: new",
    "bare-2: none",
    "changed-1: changed",
    "gone-1: none",
    "kept-1: new",
    "kept-2: kept",
  ]);
  expect(afterwards(made, made.observed).configurations).toEqual([
    {
      id: "changed",
      address: "scanform_configuration.changed",
      name: "changed",
      settings: { comment: "enabled", risk_threshold: 3 },
    },
    { address: "scanform_configuration.new", name: "new", settings: { comment: "enabled" } },
    { id: "kept", name: "kept", settings: { comment: "silent" } },
  ]);
});

test("a configuration that repositories have and the service does not list has settings that are not known", () => {
  const made = planned(desired([]), { ...observed, configurations: [] });
  expect(afterwards(made, made.observed).configurations).toEqual(["changed", "gone", "kept"].map((id) => ({ id })));
});
