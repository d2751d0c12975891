import { configurationId } from "../../../src/model/ids";
import { configurationNamed } from "../acme";
import { type Configured, configured } from "../session";

const unknownId = configurationId("dddddddd-0000-4000-8000-000000000004");
const baseline = configurationId(configurationNamed("baseline"));
const many = { count: 30 };

/** An account with more configurations than one page holds. */
async function paged(): Promise<{ readonly at: Configured; readonly last: string }> {
  const at = await configured({ profile: { page_size: 10 } });
  const ids: string[] = [];
  for (let each = 0; each < many.count; each += 1) {
    const [made] = await at.session.submit([
      { kind: "configuration", declared: { name: `n${String(each)}`, settings: {} } },
    ]);
    ids.push(made?.id ?? "");
  }
  at.emulator.clearRequests();
  return { at, last: ids.at(-1) ?? "" };
}

/** A list of two, of which it must be certain that there are no more. */
const secondPage = "GET /configurations?page=2&per_page=2";

test("simultaneous and later callers share one request", async () => {
  const { session, sent } = await configured();
  await Promise.all(Array.from({ length: 50 }, () => session.lists.configuration(baseline)));
  await session.lists.configurations();
  await session.lists.firstPage("configurations");
  expect(sent()).toEqual(["GET /configurations"]);
});

test("a configuration missing from the list is read by its id", async () => {
  const { session, sent } = await configured();
  expect(await session.lists.configuration(unknownId)).toBeUndefined();
  expect(sent()).toEqual(["GET /configurations", `GET /configurations/${unknownId}`]);
});

test("all waiting callers get the failure, and the next caller reads again", async () => {
  const { session, emulator, sent } = await configured({ faults: [{ fault: "status", status: 403, times: 1 }] });
  const asked = await Promise.allSettled([session.lists.repositories(), session.lists.repositories()]);
  expect(asked.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect((await session.lists.repositories()).length).toBe(emulator.store.repositories(session.accountId).length);
  expect(sent().filter((each) => each.startsWith("GET /repositories"))).toEqual([
    "GET /repositories",
    "GET /repositories",
  ]);
});

test("a forgotten list is read again; a recent one is kept when only older ones are to be forgotten", async () => {
  const { session, sent } = await configured();
  await session.lists.complete("configurations");
  session.lists.invalidate("configurations", 60_000);
  await session.lists.configurations();
  expect(sent()).toEqual(["GET /configurations", secondPage]);
  session.lists.invalidate("configurations");
  await session.lists.complete("configurations");
  expect(sent()).toEqual(["GET /configurations", secondPage, "GET /configurations", secondPage]);
});

test("a learned list is not read again", async () => {
  const { session, sent } = await configured();
  const read = await session.reader.configurations(session.accountId);
  session.lists.store(read, true);
  expect(await session.lists.configurations()).toBe(read);
  expect(await session.lists.firstPage("configurations")).toBe(read);
  expect(sent()).toHaveLength(1);
});

test("the first page is enough for a configuration on it; for others the rest is read", async () => {
  const { at, last } = await paged();
  const session = await at.again();
  const [first] = await session.lists.firstPage("configurations");
  expect(await session.lists.configuration(first?.id ?? unknownId)).toEqual(first);
  expect(at.sent()).toHaveLength(1);
  expect(await session.lists.configuration(configurationId(last))).toMatchObject({ id: last });
  expect(await session.lists.configurations()).toHaveLength(many.count + 2);
  expect(at.sent().filter((each) => !each.startsWith("GET /configurations?"))).toEqual(["GET /configurations"]);
});
