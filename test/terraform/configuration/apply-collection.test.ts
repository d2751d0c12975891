import { configurationId } from "../../../src/model/ids";
import { configurations } from "../../../src/terraform/resources/configurations";
import type { ObjectValue } from "../../../src/terraform/value";
import { live } from "../../reconcile/account";
import { answered, inMemory, type InMemoryOptions } from "../in-memory";
import { blank } from "../session";
import { entry } from "./entry";

const account = live({
  one: { has: ["x"], name: "first" },
  two: { name: "second" },
  three: { name: "third" },
});
const held = (id: string, name: string, more: ObjectValue = {}): ObjectValue =>
  entry({ id, created_at: null, name, ...more });
const state = (entries: ObjectValue): ObjectValue =>
  blank(configurations.schema, { id: "account", configurations: entries });
const all = { a: held("one", "first"), b: held("two", "second"), c: held("three", "third") };

async function apply(before: ObjectValue, after: ObjectValue, options: InMemoryOptions = {}) {
  const memory = await inMemory(account, options);
  const [prior, planned] = [state(before), state(after)];
  const asked = { session: memory.session, prior, planned, config: planned, privateState: {} };
  const { state: next, diagnostics } = await configurations.apply(asked);
  const said = diagnostics.map(
    ({ severity, code, attribute = [] }) => `${severity} ${code} ${JSON.stringify(attribute)}`,
  );
  return { ...memory, said, details: diagnostics.map(({ detail }) => detail), entries: next?.["configurations"] };
}

test("an entry that repositories have by now stays in the state, which is an error; what they do not have goes", async () => {
  const { said, entries, account: left } = await apply(all, { b: all.b });
  expect(said).toEqual(["error destroyed-in-use []"]);
  expect(entries).toEqual({ a: all.a, b: all.b });
  expect([...left.configurations.keys()]).toEqual(["one", "two"]);
});

test("a deletion that the service refuses keeps its entry, and what else was applied holds", async () => {
  const before = (kind: string): undefined => {
    if (kind === "delete") throw answered(403);
  };
  const changed = { ...all.b, comment: "enabled" };
  const { said, details, entries, account: left } = await apply(all, { a: all.a, b: changed }, { before });
  expect(said).toMatchObject([
    expect.stringMatching(/^error .* \["configurations",\{"key":"c"\}/),
    "warning collection-partly-applied []",
  ]);
  expect(details[1]).toMatch(/^Applied: "b"\. Not applied: "c"\. /);
  expect(entries).toEqual({ a: all.a, b: changed, c: all.c });
  expect(left.configurations.get(configurationId("two"))?.settings).toMatchObject({ comment: "enabled" });
});

test("an entry that does not change is not written", async () => {
  const { sent, said, entries } = await apply(all, { ...all, b: { ...all.b, comment: "enabled" } });
  expect([sent.length, said]).toEqual([1, []]);
  expect(entries).toMatchObject({ a: all.a, b: { comment: "enabled" }, c: all.c });
});

describe("a collection that is destroyed", () => {
  test("is deleted whole or not at all", async () => {
    const { session, sent } = await inMemory(account);
    const kept = { b: all.b, c: held("three", "third", { deletion_protection: true }) };
    expect(await configurations.destroy(session, state(kept))).toMatchObject([{ code: "deletion-protected" }]);
    expect(sent).toEqual([]);
    expect(await configurations.destroy(session, state({ b: all.b, c: all.c }))).toEqual([]);
    expect(sent).toEqual(["delete", "delete"]);
  });

  test("is not reviewed while the provider is not configured, which is said", async () => {
    expect(await configurations.planDestroy(undefined, state(all))).toMatchObject([{ code: "not-reviewed" }]);
  });
});
