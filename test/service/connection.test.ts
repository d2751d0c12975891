import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { accountId, configurationId } from "../../src/model/ids";
import { readOnly } from "../../src/service/transport";
import { canary, client, failureOf, request, saying, serving, transportTo } from "./server";
import { timeIsUp } from "./undici-time";

afterEach(() => {
  jest.restoreAllMocks();
  unsubscribe("undici:request:headers", timeIsUp);
});

const account = accountId("a");

describe("an error about a service that cannot be reached says what to check", () => {
  test("when nothing listens", async () => {
    const free = new URL("http://127.0.0.1:1"); // tcpmux: nobody has it
    const error = await failureOf(client(free).accounts());
    expect(error.message).toContain("nothing listens at http://127.0.0.1:1. Is the base URL right");
    expect([error.status, error.refused, error.method, error.path]).toEqual([undefined, true, "GET", "/v1/accounts"]);
    expect(error.diagnostics).toMatchObject([{ code: "service-unreachable" }]);
  });

  test("when it speaks no TLS", async () => {
    const { url } = await serving(saying(200, { data: [] }));
    const error = await failureOf(client(new URL(`https://${url.host}`), { attempts: 5 }).accounts());
    expect(error.message).toContain(`https://${url.host} does not speak TLS. Is it http?`);
    expect([error.fault, error.lasting]).toEqual(["not-sent", true]);
  });

  test("when no headers arrive", async () => {
    const { url } = await serving(timeIsUp);
    const error = await failureOf(client(url, { timeout: 50 }).accounts());
    expect(error.message).toContain("no answer within 0.05 s; --timeout allows more");
  });

  test("when the body stalls", async () => {
    const { url } = await serving((_request, response) => {
      response.writeHead(200, { "content-type": "application/json" }).write('{"data": [');
    });
    subscribe("undici:request:headers", timeIsUp);
    const error = await failureOf(client(url, { timeout: 50 }).accounts());
    expect(error.message).toContain("the answer began and then stopped for 0.05 s");
  });

  test("when an answer trickles in without end", async () => {
    const deadline = new AbortController();
    const timed = jest.spyOn(AbortSignal, "timeout").mockReturnValue(deadline.signal);
    const { url } = await serving((_request, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      let drops = 0;
      const drip = setInterval(() => {
        response.write(" ");
        if ((drops += 1) === 3) deadline.abort(new DOMException("time is up", "TimeoutError"));
      }, 1);
      response.on("close", () => {
        clearInterval(drip);
      });
    });
    const error = await failureOf(client(url, { timeout: 50 }).accounts());
    expect(timed.mock.calls).toEqual([[2200]]);
    expect(error.message).toContain("no complete answer within 2.2 s; --timeout allows more");
  });

  test("but not when a slow answer arrives in time", async () => {
    const { url } = await serving((_request, response) => {
      response.writeHead(200).write('{"da');
      setTimeout(() => response.end('ta": []}'), 20);
    });
    expect(await client(url).accounts()).toEqual([]);
  });

  test.each([
    ["a length that is too large", { "content-length": "1000" }],
    ["chunks without an end", { "transfer-encoding": "chunked" }],
  ])("when the body is cut off: %s", async (_what, headers) => {
    const { url } = await serving((_request, response) => {
      response.writeHead(200, { "content-type": "application/json", ...headers });
      // what has come so far is JSON: only the framing tells that it is not all
      response.write('{"data": []}', () => response.socket?.destroy());
    });
    const error = await failureOf(client(url).accounts());
    expect(error.message).toContain("the connection was closed before the whole answer had come");
    expect(error.diagnostics).toMatchObject([{ code: "service-unreachable" }]);
  });

  test("when the connection is closed without an answer", async () => {
    const { url } = await serving((request) => request.socket.destroy());
    const error = await failureOf(client(url).accounts());
    expect(error.message).toContain("the connection was closed before the whole answer had come");
  });

  test("when the answer is not HTTP", async () => {
    const { url } = await serving((request) => request.socket.end("SSH-2.0-OpenSSH_9.6\r\n"));
    const error = await failureOf(client(url).accounts());
    expect(error.diagnostics).toMatchObject([{ code: "service-unreachable" }]);
  });
});

test.each([301, 302, 303, 307, 308])("does not follow a redirect with %d, or send the key to it", async (status) => {
  const elsewhere = await serving(saying(200, { data: [] }));
  const { url, asked } = await serving(saying(status, "", { location: `${elsewhere.url.href}v1/accounts` }));
  const error = await failureOf(client(url).accounts());
  expect(error.message).toContain(`status ${String(status)}, a redirect, which is not followed with the key`);
  expect(error.diagnostics).toMatchObject([{ code: "service-answer" }]);
  expect(asked).toHaveLength(1);
  expect(elsewhere.asked).toEqual([]);
});

describe("an AbortSignal", () => {
  test.each([
    ["as it is", undefined],
    ["with a reason that is text", "the user pressed Ctrl-C"],
    ["with an error", new Error("stop")],
  ])("ends a waiting request, %s", async (_what, reason) => {
    const controller = new AbortController();
    const { url } = await serving(() => {
      controller.abort(reason);
    });
    const error = await failureOf(client(url).accounts({ signal: controller.signal }));
    expect(error.message).toContain("GET /v1/accounts: interrupted");
  });

  test("that is already aborted prevents the request", async () => {
    const { url, asked } = await serving(saying(200, { data: [] }));
    const error = await failureOf(client(url).repositories(account, { signal: AbortSignal.abort() }));
    expect(error.message).toContain("interrupted");
    expect(asked).toEqual([]);
  });

  test("that is not aborted has no effect", async () => {
    const { url } = await serving(saying(200, { data: [] }));
    expect(await client(url).repositories(account, { signal: new AbortController().signal })).toEqual([]);
  });
});

describe("ids in paths", () => {
  test.each([
    ["../x", "..%2Fx"],
    ["a/b", "a%2Fb"],
    ["...", "..."],
    ["a b?c#d", "a%20b%3Fc%23d"],
    ["%2e%2e", "%252e%252e"],
    ["\r\nHost: x", "%0D%0AHost%3A%20x"],
    ["é", "%C3%A9"],
  ])("%j is encoded as %s", async (id, encoded) => {
    const { url, asked } = await serving(saying(200, { data: { id: "c" } }));
    await client(url).configuration(accountId(id), configurationId(id));
    expect(asked.map((each) => each.url)).toEqual([`/v1/accounts/${encoded}/configurations/${encoded}`]);
  });

  test.each(["", ".", "..", "\ud800"])("%j is rejected before anything is sent", async (id) => {
    const { url, asked } = await serving(saying(200, { data: [] }));
    const service = client(url);
    const odd = configurationId(id);
    for (const request of [
      () => service.repositories(accountId(id)),
      () => service.configuration(account, odd),
      () => service.deleteConfiguration(account, odd),
      () => service.updateConfiguration(account, odd, { name: "x", settings: {} }),
      () => service.bulkUpdate(accountId(id), [], {}),
    ])
      await expect(request()).rejects.toThrow("cannot be an id in a path");
    expect(asked).toEqual([]);
  });
});

test("prefixes every path with that of the base URL", async () => {
  const { url, asked } = await serving(saying(200, { data: [] }));
  for (const path of ["/security", "/"]) await client(new URL(path, url)).accounts();
  expect(asked.map((each) => each.url)).toEqual(["/security/v1/accounts", "/v1/accounts"]);
});

test("a request carries the key, accepts JSON and declares a JSON body", async () => {
  const { url, asked } = await serving(saying(201, { data: { id: "c" } }));
  const service = client(url);
  await service.createConfiguration(account, { name: "n", settings: { notifications: { integration_names: ["é"] } } });
  await service.configuration(account, configurationId("c"));
  const [post, get] = asked;
  expect(post?.headers).toMatchObject({
    authorization: `Bearer ${canary}`,
    accept: "application/json",
    "content-type": "application/json",
  });
  expect(JSON.parse(post?.body ?? "")).toEqual({
    configuration: { name: "n", configuration: { notifications: { integrationNames: ["é"] } } },
  });
  expect(get?.body).toBe("");
  expect(get?.headers).not.toHaveProperty("content-type");
});

test("a read-only client rejects everything but GET before it is sent", async () => {
  const { url, asked } = await serving(saying(200, { data: [] }));
  const transport = readOnly(transportTo(url));
  const service = client(url, { readOnly: true });
  const body = { name: "x", settings: {} };
  const id = configurationId("c");
  for (const sending of [
    () => service.triggerDeepscan("a", "r"),
    () => service.setTriage("a", "f", "wont_fix"),
    () => service.removeTriage("a", "f"),
    () => service.createConfiguration(account, body),
    () => service.replaceConfiguration(account, id, body),
    () => service.updateConfiguration(account, id, body),
    () => service.deleteConfiguration(account, id),
    () => service.bulkUpdate(account, [id], {}),
    () => service.assignRepositories(account, { configurationId: id }),
    ...["POST", "PUT", "PATCH", "DELETE", "get", ""].map((method) => () => transport.send(request(method, "/v1/x"))),
  ])
    await expect(sending()).rejects.toMatchObject({ diagnostics: [{ code: "read-only" }] });
  expect(asked).toEqual([]);
  expect(await transport.send(request("GET", "/v1/x"))).toMatchObject({ status: 200 });
  expect(asked.map((each) => `${each.method} ${each.url}`)).toEqual(["GET /v1/x"]);
});
