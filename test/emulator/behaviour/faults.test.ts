import { request } from "node:http";
import { acmeAccountId, acmeKey, allKey, type Fault, globexKey, readSeed, variants } from "../../../src/emulator";
import { profileInput, switches, switchNames } from "../../../src/emulator/profile/profile";
import { RequestLog } from "../../../src/emulator/server/record-exchange";
import { thrownBy } from "../../support/thrown-by";
import { acme, configurations, emulator, named, open, sender, unknownId } from "../client";

const create = { configuration: { name: "new" } };
const has = (names: readonly (string | null)[]) => names.includes("new");

async function failing(...faults: Fault[]) {
  const running = await emulator({ faults });
  const names = () => running.store.configurations(acmeAccountId).map(({ name }) => name);
  return { running, send: sender(running.url), names };
}

test.each([401, 429, 500, 502, 503])("a status fault responds %i instead of handling the request", async (status) => {
  const { send, names } = await failing({ fault: "status", status, operation: "createConfiguration" });
  expect(await send("POST", configurations, create)).toMatchObject({
    status,
    body: { error: `fault: ${String(status)}` },
  });
  expect(has(names())).toBe(false);
});

test("a status fault may follow after the request took effect", async () => {
  const { send, names } = await failing({ fault: "status", status: 502, at: "after", method: "POST" });
  expect((await send("POST", configurations, create)).status).toBe(502);
  expect(has(names())).toBe(true);
});

test.each([
  [7, "7"],
  ["Wed, 21 Oct 2026 07:28:00 GMT", "Wed, 21 Oct 2026 07:28:00 GMT"],
])("a status fault may send Retry-After: %s", async (retry_after, expected) => {
  const { send } = await failing({ fault: "status", status: 429, retry_after });
  expect((await send("GET", "/v1/accounts")).headers.get("retry-after")).toBe(expected);
});

describe("a reset connection", () => {
  test.each([
    ["before", false],
    ["after", true],
  ] as const)("%s the request took effect", async (at, effect) => {
    const { running, send, names } = await failing({ fault: "reset", at, method: "POST" });
    await expect(send("POST", configurations, create)).rejects.toThrow("fetch failed");
    expect(has(names())).toBe(effect);
    expect(running.requests).toEqual([
      expect.objectContaining({ method: "POST", path: configurations, status: 0, fault: "reset" }),
    ]);
    expect((await send("GET", "/v1/accounts")).status).toBe(200);
  });
});

/** The text received before the connection ends. */
const received = (url: string, path: string) =>
  new Promise<{ announced: number; got: number; ended: string }>((resolve, reject) => {
    const sent = request(url + path, { headers: { authorization: `Bearer ${acmeKey}` } }, (answer) => {
      let got = 0;
      const end = (ended: string) => () => {
        resolve({ announced: Number(answer.headers["content-length"]), got, ended });
      };
      answer.on("data", (chunk: Buffer) => (got += chunk.length));
      answer.on("end", end("whole"));
      answer.on("error", end("cut"));
    });
    sent.on("error", reject);
    sent.end();
  });

test("cut_body announces the full length and sends half of the body", async () => {
  const { running } = await failing({ fault: "cut_body" });
  const { announced, got, ended } = await received(running.url, `${acme}/repositories`);
  expect(ended).toBe("cut");
  expect(got).toBe(Math.floor(announced / 2));
  expect(got).toBeGreaterThan(100);
});

test("drip sends the whole body byte by byte", async () => {
  const { send, running } = await failing({ fault: "drip", ms: 0, nth: 1 });
  const dripped = await send("GET", "/v1/accounts");
  expect(dripped).toMatchObject(await send("GET", "/v1/accounts").then(({ status, body }) => ({ status, body })));
  expect(running.requests[0]).toMatchObject({ status: 200, fault: "drip" });
});

test.each([200, 502])("html responds %i with HTML", async (status) => {
  const { running, names } = await failing({ fault: "html", status });
  const answer = await fetch(running.url + configurations, {
    method: "POST",
    headers: { authorization: `Bearer ${acmeKey}`, "content-type": "application/json" },
    body: JSON.stringify(create),
  });
  expect(answer.status).toBe(status);
  expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(await answer.text()).toMatch(/^<!doctype html>/);
  expect(has(names())).toBe(false);
});

test("delay postpones the response", async () => {
  const { send } = await failing({ fault: "delay", ms: 60 }, { fault: "status", status: 503, nth: 2 });
  const before = performance.now();
  expect((await send("GET", "/v1/accounts")).status).toBe(200);
  expect(performance.now() - before).toBeGreaterThanOrEqual(59);
  expect((await send("GET", "/v1/accounts")).status).toBe(503);
});

describe("a fault applies to", () => {
  const statuses = async (fault: Partial<Fault>, paths: readonly [string, string][]) => {
    const { send } = await failing({ fault: "status", status: 503, ...fault } as Fault);
    const seen: number[] = [];
    for (const [method, path] of paths) seen.push((await send(method, path)).status);
    return seen;
  };
  const get = (path: string): [string, string] => ["GET", path];
  const accounts = Array.from({ length: 6 }, () => get("/v1/accounts"));

  test("the requests of a method", async () => {
    expect(
      await statuses({ method: "DELETE" }, [get("/v1/accounts"), ["DELETE", `${configurations}/${unknownId}`]]),
    ).toEqual([200, 503]);
  });

  test.each([
    ["/v1/accounts", [503, 200, 200]],
    ["/v1/*", [503, 200, 200]],
    ["/v1/accounts/*/repositories", [200, 503, 200]],
    ["/v1/**", [503, 503, 503]],
    ["/v1/accounts/**", [200, 503, 503]],
    ["/v1.accounts", [200, 200, 200]],
  ])("the requests of the path %s", async (path, expected) => {
    expect(await statuses({ path }, [get("/v1/accounts"), get(`${acme}/repositories`), get(configurations)])).toEqual(
      expected,
    );
  });

  test("the requests of an operation", async () => {
    const paths = [get(configurations), get(`${configurations}/${unknownId}`), get(`${configurations}/bulk_update`)];
    expect(await statuses({ operation: "getConfiguration" }, paths)).toEqual([200, 503, 405]);
  });

  test("the second request, or the second and the fourth", async () => {
    expect(await statuses({ nth: 2 }, accounts)).toEqual([200, 503, 200, 200, 200, 200]);
    expect(await statuses({ nth: [2, 4] }, accounts)).toEqual([200, 503, 200, 503, 200, 200]);
  });

  test("the first few requests", async () => {
    expect(await statuses({ times: 2 }, accounts)).toEqual([503, 503, 200, 200, 200, 200]);
  });

  test("random requests, reproducibly for the same seed", async () => {
    const by = (seed: number) => statuses({ probability: 0.5, seed }, [...accounts, ...accounts]);
    const first = await by(7);
    expect(new Set(first)).toEqual(new Set([200, 503]));
    expect(await by(7)).toEqual(first);
    expect(await by(8)).not.toEqual(first);
  });

  test("all or no requests with a probability of 1 or 0", async () => {
    expect(new Set(await statuses({ probability: 1 }, accounts))).toEqual(new Set([503]));
    expect(new Set(await statuses({ probability: 0 }, accounts))).toEqual(new Set([200]));
  });

  test("a request as the first matching fault of the list", async () => {
    const { send } = await failing(
      { fault: "status", status: 500, times: 1 },
      { fault: "status", status: 503, times: 1 },
    );
    const seen: number[] = [];
    for (let at = 0; at < 3; at += 1) seen.push((await send("GET", "/v1/accounts")).status);
    expect(seen).toEqual([500, 503, 200]);
  });

  test("no requests of the control interface", async () => {
    const { send } = await failing({ fault: "reset" });
    expect((await send("GET", "/control/faults")).status).toBe(200);
  });
});

test("records the fault with an altered response, but not with a delayed one", async () => {
  const { running, send } = await failing({ fault: "status", status: 503, nth: 1 }, { fault: "delay", ms: 0 });
  await send("GET", "/v1/accounts");
  await send("PATCH", `${configurations}/${named(running, "baseline").id}`, create);
  expect(running.requests).toEqual([
    { method: "GET", path: "/v1/accounts", status: 503, fault: "status" },
    expect.objectContaining({ method: "PATCH", status: 200, body: create }),
  ]);
  expect(running.requests[1]).not.toHaveProperty("fault");
});

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
])("the control interface responds 405 to %s %s with the allowed methods", async (method, path, allowed) => {
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
const posting = (path: string) => ({ method: "POST", path, status: 200 });

test("drops the oldest requests once their bodies are too large together", () => {
  const log = new RequestLog();
  for (const path of ["/1", "/2", "/3"]) log.add(posting(path), 30 * mebibyte);
  expect(log.items).toEqual([posting("/2"), posting("/3")]);
  log.add(posting("/4"), 4 * mebibyte);
  expect(log.items).toEqual([posting("/2"), posting("/3"), posting("/4")]);
});

test("keeps as many requests as before after it was cleared", () => {
  const log = new RequestLog();
  log.add(posting("/1"), 60 * mebibyte);
  log.clear();
  for (const path of ["/2", "/3"]) log.add(posting(path), 30 * mebibyte);
  expect(log.items).toEqual([posting("/2"), posting("/3")]);
});

test("a switch that there is not, and that is near none, is answered with all that there are", () => {
  const refused = thrownBy(() => profileInput.check({ bla: 1 }, "--profile"));
  expect(switchNames.filter((name) => !String(refused).includes(JSON.stringify(name)))).toEqual([]);
});
