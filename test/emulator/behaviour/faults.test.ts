import { request } from "node:http";
import { acmeAccountId, acmeKey, type Fault } from "../../../src/emulator";
import { acme, configurations, emulator, named, sender, unknownId } from "../client";

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
