import { configurationId } from "../../../src/model/ids";
import { checkpointOf } from "../../../src/reconcile/apply/checkpoint";
import { decide, deciding, declare, desired, first, give, live, names, planned, triaged } from "../account";

const on = { comment: "enabled" } as const;
const at = (name: string) => declare(name).address;
const nothing = new Map<never, never>();

/** What an apply ends with: one configuration adopted, one created, and repositories given to them. */
const observed = live({ one: { settings: { comment: "silent" }, has: ["stays"] }, spare: {} }, ["free", "left"]);
const declared = desired(
  [declare("one", on), declare("new", on)],
  { target: { leave: true }, repositoryNames: ["left"] },
  give("one", names("stays")),
  give("new", names("free")),
);
const planning = () => planned(declared, observed);

test("the checkpoint after an apply holds no category that the answer about its finding does not say", () => {
  const plan = planned(deciding(decide(first)), { ...live({}), triages: triaged({ [first]: null }) });
  const triages = { at: 0, found: new Map([[first, { is: "unclear" }]] as const) };
  expect(checkpointOf(plan, { triages, created: nothing }).triages).toEqual({});
});

test("the checkpoint after an apply is what was read back, with the new configuration under its id", () => {
  const plan = planning();
  const now = live({
    one: { settings: on, has: ["stays"] },
    given: { settings: on, name: "new", has: ["free"] },
    spare: {},
  });
  const created = new Map([[at("new"), configurationId("given")]]);
  expect(checkpointOf(plan, { ...now, created })).toEqual({
    configurations: [
      { address: at("one"), id: "one", name: "one", settings: on },
      { address: at("new"), id: "given", name: "new", settings: on },
    ],
    repositories: { "id of stays": "one", "id of free": "given" },
    triages: {},
  });
});

test("the checkpoint after an apply holds no name of a configuration that has none", () => {
  const nameless = [{ id: configurationId("one"), settings: on }];
  expect(checkpointOf(planning(), { configurations: nameless, created: nothing }).configurations).toEqual([
    { address: at("one"), id: "one", settings: on },
  ]);
});
