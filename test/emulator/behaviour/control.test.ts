import { acmeAccountId, acmeKey, allKey, globexKey, readSeed, variants } from "../../../src/emulator";
import { profileInput, switchNames, switches } from "../../../src/emulator/profile/profile";
import { RequestLog } from "../../../src/emulator/server/record-exchange";
import { configurations, emulator, named, open, sender } from "../client";
import { thrownBy } from "../../support/thrown-by";

const defaults = Object.fromEntries(Object.entries(switches).map(([name, { standard }]) => [name, standard]));

test("/control/profile returns every switch with its default", async () => {
  const { send } = await open();
  expect(await send("GET", "/control/profile")).toMatchObject({ status: 200, body: defaults });
});

test("at /control/profile, PATCH changes the given switches, PUT all of them, both with immediate effect", async () => {
  const { running, send } = await open({ profile: { names: "unique" } });
  const patched = { ...defaults, names: "unique", delete_status: 200 };
  expect((await send("PATCH", "/control/profile", { delete_status: 200 })).body).toEqual(patched);
  expect((await send("DELETE", `${configurations}/${named(running, "baseline").id}`)).status).toBe(200);
  const put = { ...defaults, page_size: 1 };
  expect((await send("PUT", "/control/profile", { page_size: 1 })).body).toEqual(put);
  expect((await send("GET", "/control/profile")).body).toEqual(put);
  const { body } = await send("GET", `/v1/accounts/${acmeAccountId}/repositories`);
  expect((body as { data: unknown[] }).data).toHaveLength(1);
});

test.each<[unknown, string]>([
  [{ patch_merg: "deep" }, 'patch_merg: is not a switch. Did you mean "patch_merge"?'],
  [{ patch_merge: "dep" }, 'patch_merge: is "dep". Did you mean "deep"?'],
  [{ delete_status: 202 }, "delete_status: is 202. It can be 204 or 200."],
  [{ page_size: -1 }, "page_size: must be a whole number from 0 to 100000"],
  [{ page_size: "x" }, "page_size: must be a whole number from 0 to 100000"],
  [{ order: null }, 'order: is null. It can be "created" or "shuffled".'],
])("/control/profile rejects %j and suggests the nearest name", async (body, error) => {
  const { send } = await open();
  for (const method of ["PUT", "PATCH"])
    expect(await send(method, "/control/profile", body)).toMatchObject({ status: 422, body: { error } });
  expect((await send("GET", "/control/profile")).body).toEqual(defaults);
});

describe("/control/faults", () => {
  const faults = [{ fault: "status", status: 503, operation: "listAccounts", times: 1 }];

  test("/control/faults sets, applies, returns and removes faults", async () => {
    const { send } = await open();
    expect((await send("GET", "/control/faults")).body).toEqual([]);
    expect(await send("PUT", "/control/faults", faults)).toMatchObject({ status: 200, body: faults });
    expect((await send("GET", "/v1/accounts")).status).toBe(503);
    expect((await send("GET", "/v1/accounts")).status).toBe(200);
    await send("PUT", "/control/faults", faults);
    expect((await send("DELETE", "/control/faults")).status).toBe(204);
    expect((await send("GET", "/v1/accounts")).status).toBe(200);
  });

  test.each<[unknown, string]>([
    [[{ fault: "stat" }], '[0].fault: is not a fault. Did you mean "status"?'],
    [[{}], '[0].fault: is not a fault. There are "cut_body", "delay", "drip", "html", "reset" and "status".'],
    [
      [{ fault: "reset", operation: "getConfig" }],
      '[0].operation: is not an operation. Did you mean "getConfiguration"?',
    ],
    [[{ fault: "drip", mss: 3 }], '[0].mss: is not a field of this fault. Did you mean "ms"?'],
    [[{ fault: "delay" }], "[0].ms: "],
    [[{ fault: "status", status: 200 }], "[0].status: "],
    [{ fault: "reset" }, "the body: "],
  ])("/control/faults rejects %j and suggests the nearest name", async (body, start) => {
    const { send } = await open();
    const answer = await send("PUT", "/control/faults", body);
    expect(answer.status).toBe(422);
    expect((answer.body as { error: string }).error.slice(0, start.length)).toBe(start);
  });
});

test("/control/requests returns the requests until they are cleared", async () => {
  const { running, send } = await open();
  await send("POST", configurations, { configuration: { name: "new" } });
  const { requests } = running;
  expect((await send("GET", "/control/requests")).body).toEqual({ data: requests.slice(0, 1) });
  expect((await send("DELETE", "/control/requests")).status).toBe(204);
  expect(requests.map(({ method }) => method)).toEqual(["DELETE"]);
});

test("/control/reset restores the seed", async () => {
  const { running, send } = await open({ profile: { delete_status: 200 } });
  const before = running.store.configurations(acmeAccountId);
  const repositories = running.store.repositories(acmeAccountId);
  await send("DELETE", `${configurations}/${named(running, "baseline").id}`);
  expect((await send("POST", "/control/reset")).status).toBe(204);
  expect(running.store.configurations(acmeAccountId)).toEqual(before);
  expect(running.store.repositories(acmeAccountId)).toEqual(repositories);
  expect((await send("GET", "/control/profile")).body).toHaveProperty("delete_status", 200);
});

test("/control/seed returns the current state as a seed without keys", async () => {
  const { running, send } = await open();
  await send("POST", configurations, { configuration: { name: "new" } });
  const { body } = await send("GET", "/control/seed");
  const text = JSON.stringify(body);
  expect(text).not.toContain(acmeKey);
  const again = await emulator({ seed: { ...readSeed(text, "the snapshot"), keys: { k: [acmeAccountId] } } });
  expect(again.store.configurations(acmeAccountId)).toEqual(running.store.configurations(acmeAccountId));
  expect(again.store.repositories(acmeAccountId)).toEqual(running.store.repositories(acmeAccountId));
  expect({ ...again.snapshot(), keys: {} }).toEqual(body);
});

describe("without one of its keys", () => {
  const error =
    "send the header `Authorization: Bearer KEY` with one of the emulator's keys: `scanform emulator` printed them when it started";

  test.each([
    ["POST", "/control/reset"],
    ["GET", "/control/seed"],
    ["DELETE", "/control/requests"],
    ["PUT", "/control/faults"],
    ["GET", "/control/nothing"],
    ["GET", `/dashboard/accounts/${acmeAccountId}/webhooks`],
  ])("without one of its keys responds 401 to %s %s, names the header and changes nothing", async (method, path) => {
    const { running, send } = await open();
    await send("DELETE", `${configurations}/${named(running, "baseline").id}`);
    const left = running.store.configurations(acmeAccountId);
    for (const authorization of ["", "Bearer ", "Bearer nobody", `Basic ${acmeKey}`, acmeKey]) {
      const answer = await send(method, path, undefined, { authorization });
      expect(answer).toMatchObject({ status: 401, body: { error } });
      expect(answer.headers.get("www-authenticate")).toBe("Bearer");
    }
    expect(running.store.configurations(acmeAccountId)).toEqual(left);
    expect(running.requests).toHaveLength(6);
  });
});

test("every key may use the whole control interface", async () => {
  const { url } = await emulator();
  for (const key of [acmeKey, globexKey, allKey])
    expect((await sender(url, key)("POST", `/control/accounts/${acmeAccountId}/digest`)).status).toBe(200);
});

test.each([
  ["DELETE", "/control/profile", "GET, PUT, PATCH"],
  ["PATCH", "/control/faults", "GET, PUT, DELETE"],
  ["POST", "/control/requests", "GET, DELETE"],
  ["GET", "/control/reset", "POST"],
  ["POST", "/control/seed", "GET"],
])("responds 405 to %s %s with the allowed methods", async (method, path, allowed) => {
  const { send } = await open();
  const { status, headers } = await send(method, path);
  expect([status, headers.get("allow")]).toEqual([405, allowed]);
});

test("the profile variants contain every non-default value of every switch by itself", () => {
  const names = new Set(variants.map(({ name }) => name));
  expect(names.size).toBe(variants.length);
  for (const [name, each] of Object.entries(switches)) {
    const others = each.kind === "number" ? each.tried : each.values.filter((value) => value !== each.standard);
    expect(others.length).toBeGreaterThan(0);
    for (const value of others) expect(names).toContain(`${name}=${String(value)}`);
  }
});

test("the profile variants contain page sizes that are no multiple of ten and that exceed the maximum", () => {
  const sizes = variants.map(({ profile }) => profile);
  expect(sizes.some((each) => each.page_size % 10 !== 0)).toBe(true);
  expect(sizes.some((each) => each.page_size > each.page_size_most)).toBe(true);
});

test("the profile variants are valid profiles of a working emulator", async () => {
  const { running, send } = await open();
  for (const { profile } of variants) {
    running.setProfile(profile);
    expect((await send("GET", configurations)).status).toBe(200);
  }
});

test.each([
  [{ profile: { ordr: "x" } as never }, 'the profile: ordr: is not a switch. Did you mean "order"?'],
  [{ faults: [{ fault: "rest" }] as never }, 'the faults: [0].fault: is not a fault. Did you mean "reset"?'],
])("startEmulator rejects %j", async (options, message) => {
  await expect(emulator(options)).rejects.toThrow(message);
});

const mebibyte = 1024 * 1024;
const request = (path: string) => ({ method: "POST", path, status: 200 });

test("drops the oldest requests once their bodies are too large together", () => {
  const log = new RequestLog();
  for (const path of ["/1", "/2", "/3"]) log.add(request(path), 30 * mebibyte);
  expect(log.items).toEqual([request("/2"), request("/3")]);
  log.add(request("/4"), 4 * mebibyte);
  expect(log.items).toEqual([request("/2"), request("/3"), request("/4")]);
});

test("keeps as many requests as before after it was cleared", () => {
  const log = new RequestLog();
  log.add(request("/1"), 60 * mebibyte);
  log.clear();
  for (const path of ["/2", "/3"]) log.add(request(path), 30 * mebibyte);
  expect(log.items).toEqual([request("/2"), request("/3")]);
});

test("a switch that there is not, and that is near none, is answered with all that there are", () => {
  const refused = thrownBy(() => profileInput.check({ bla: 1 }, "--profile"));
  expect(switchNames.filter((name) => !String(refused).includes(JSON.stringify(name)))).toEqual([]);
});
