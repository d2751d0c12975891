import type { Fault } from "../../../src/emulator";
import { describeWithTerraform } from "../../support/terraform";
import { configurationNamed, type Workspace, workspace } from "./workspace";

const teams = "scanform_configurations.teams";

type Entries = Readonly<Record<string, string>>;

/** @param entries the attributes of each, beside its name, by key @param names where they are not the keys */
const collection = (entries: Entries, names: Entries = {}): string => `resource "scanform_configurations" "teams" {
  configurations = {
${Object.entries(entries)
  .map(([key, inside]) => `    "${key}" = { name = "${names[key] ?? key}", ${inside} }`)
  .join("\n")}
  }
}
`;
const keys = ["a", "b", "c", "d", "e"];
const each = (inside: string): Entries => Object.fromEntries(keys.map((key) => [key, inside]));

/** What the state has under each key. */
const held = (at: Workspace): Readonly<Record<string, unknown>> =>
  (at.state(teams)?.["configurations"] ?? {}) as Readonly<Record<string, unknown>>;

describeWithTerraform("the life of a collection", () => {
  test("one leaf of many is one request; a key that goes is a configuration that goes", async () => {
    const at = await workspace({ profile: { order: "shuffled", unset: "null" } });
    at.write(collection(each("analyzers = { secrets = { enabled = true } }")));
    await at.apply();
    expect(at.writes()).toEqual(keys.map(() => "POST /configurations"));
    const ids = keys.map((key) => at.live(key).id);

    at.forget();
    at.write(collection(each("analyzers = { secrets = { enabled = true, blocking = true } }")));
    expect(await at.apply()).toContain("0 added, 1 changed, 0 destroyed");
    expect(at.writes()).toEqual(["POST /configurations/bulk_update"]);
    await at.nothingToDo();

    at.forget();
    await at.meddle(at.live("b").id, { risk_threshold: 3 });
    await at.meddle(at.live("c").id, { analyzers: { secrets: { enabled: false, blocking: true } } });
    expect(await at.apply()).toMatch(/~ "?c"? = \{ ~ analyzers = \{ ~ "?secrets"? = \{ ~ enabled = false -> true/);
    expect(at.writes()).toEqual([`PATCH /configurations/${at.live("c").id}`]);

    at.forget();
    const { e: _gone, ...rest } = each("analyzers = { secrets = { enabled = true, blocking = true } }");
    at.write(collection(rest));
    await at.apply();
    expect(at.writes()).toEqual([`DELETE /configurations/${ids[4] ?? ""}`]);
    await at.nothingToDo();
    expect(keys.slice(0, 4).map((key) => at.live(key).id)).toEqual(ids.slice(0, 4));
    await at.terraform("destroy", "-auto-approve");
    expect(at.names()).toEqual(["baseline", "default"]);
  });
});

describeWithTerraform("a collection of which one element fails", () => {
  const failing = (fault: Partial<Fault>): Fault => ({ fault: "status", status: 422, ...fault }) as Fault;

  test("when all of it is created: the next apply takes over the others, and creates none twice", async () => {
    const at = await workspace({
      faults: [failing({ method: "POST", path: "/v1/accounts/*/configurations", nth: 2 })],
    });
    at.write(collection(each("risk_threshold = 1")));
    await at.exits(1, "apply", "-auto-approve");
    const ids = at.names().map((name) => at.live(name).id);
    expect(ids).toHaveLength(2 + 4);
    expect(await at.apply()).toContain("1 added, 0 changed, 0 destroyed");
    expect(at.names()).toEqual([...keys.slice(0, 2), "baseline", "c", "d", "default", "e"].sort());
    expect(at.names().map((name) => at.live(name).id)).toEqual(expect.arrayContaining(ids));
    await at.nothingToDo();
  });
});

describeWithTerraform("a collection that is imported", () => {
  const [standard, baseline] = [configurationNamed("default"), configurationNamed("baseline")];

  test("all of the account, with its declaration generated: there is nothing to do then", async () => {
    const at = await workspace({ profile: { order: "shuffled", unset: "null" } });
    at.write(`import {\n  to = ${teams}\n  id = "*"\n}\n`);
    expect(await at.terraform("plan", "-generate-config-out=made.tf")).toContain(
      "Plan: 1 to import, 0 to add, 0 to ch",
    );
    await at.apply();
    expect(held(at)).toMatchObject({ default: { id: standard }, baseline: { id: baseline } });
    expect(at.writes()).toEqual([]);
    await at.nothingToDo();
  });
});
