import { once } from "node:events";
import { accountId, configurationId } from "../../src/model/ids";
import { systemClock } from "../../src/service/clock";
import type { RequestLine } from "../../src/service/service-error";
import { noticed, readOnly, type Request } from "../../src/service/transport";
import { mute } from "./mute";
import { canary, client, failureOf, request, saying, serving, transportTo } from "./server";
import { VirtualClock } from "./virtual-clock";

const get = request("GET", "/v1/x");
const patch = request("PATCH", "/v1/x", { repeatable: true });

const answering = async (...answer: Parameters<typeof saying>) => transportTo((await serving(saying(...answer))).url);

test("returns the request id, without the key", async () => {
  expect(await (await answering(200, {}, { request_id: "r-1" })).send(get)).toMatchObject({ requestId: "r-1" });
  expect(await (await answering(200, {}, { request_id: canary })).send(get)).toMatchObject({ requestId: "***" });
});

test("removes the key from answers to writes, and refuses what is read with it in it", async () => {
  const transport = await answering(200, { name: `of ${canary}` });
  const { message, diagnostics } = await failureOf(transport.send(get));
  expect(diagnostics).toMatchObject([{ code: "service-answer" }]);
  expect(message).toContain("the answer contains the API key, which is not shown or stored");
  expect(message).not.toContain(canary);
  expect((await transport.send(patch)).body).toEqual({ name: "of ***" });
});

test.each([
  ["[1, 2", "the answer is JSON that is cut off", "lost"],
  [' {"a": 1', "the answer is JSON that is cut off", "lost"],
  ['{"a": 1}}', "the answer is not JSON", "lost"],
  ['{"a": 1}} \n ', "the answer is not JSON", "lost"],
  ["ok {", "the answer is not JSON", undefined],
  ["x[", "the answer is not JSON", undefined],
])("distinguishes the text %j from JSON that was cut off", async (text, words, fault) => {
  const error = await failureOf((await answering(200, text)).send(get));
  expect(error.message).toContain(words);
  expect(error.fault).toBe(fault);
  expect(error.diagnostics).toMatchObject([{ code: "service-answer" }]);
});

test("an answer that is nested too deep has come whole", async () => {
  const error = await failureOf((await answering(200, "[".repeat(200))).send(get));
  expect(error.message).toContain("nested more than 100 levels deep");
  expect(error.fault).toBeUndefined();
});

test("a failure says how long it took", async () => {
  const { url } = await serving((incoming) => incoming.socket.destroy());
  const times = [1000, 1050];
  const clock = { now: () => times.shift() ?? 0, sleep: () => Promise.resolve() };
  expect((await failureOf(transportTo(url, { clock }).send(get))).waited).toBe(50);
});

test("a service that accepts connections and says nothing does not keep a request that was aborted before", async () => {
  const { url } = await mute();
  const sent = failureOf(transportTo(url).send({ ...get, signal: AbortSignal.abort() }));
  const later = new Promise((resolve) => setTimeout(resolve, 3000, "still waiting").unref());
  expect(await Promise.race([sent, later])).toMatchObject({ fault: "interrupted" });
});

test("a service that accepts connections and says nothing does not keep a connection of a read-only client that is closed", async () => {
  const { url, connected, sockets } = await mute();
  const transport = transportTo(url, { readOnly: true });
  const failed = failureOf(transport.send(get));
  await connected;
  await transport.close();
  await Promise.all(sockets.map((socket) => once(socket, "close")));
  expect((await failed).message).toContain("the client is closed");
});

test("says when an answer has no content type", async () => {
  const { url } = await serving((_request, response) => response.writeHead(200).end("ok"));
  expect((await failureOf(transportTo(url).send(get))).message).toContain("(no content type; status 200)");
});

test("accepts an answer up to the limit, and no longer", async () => {
  const { url } = await serving(saying(200, `"${"x".repeat(98)}"`));
  expect((await transportTo(url, { maxResponseBytes: 100 }).send(get)).status).toBe(200);
  const error = await failureOf(transportTo(url, { maxResponseBytes: 99 }).send(get));
  expect(error.message).toContain("the answer is longer than 99 bytes, which is more than scanform reads");
});

describe("the notice of a wait", () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  const get = request("GET", "/v1/x");

  /** A clock that the waits for a notice follow. */
  function virtualClock(): VirtualClock {
    const clock = new VirtualClock();
    jest.spyOn(systemClock, "sleep").mockImplementation((milliseconds, signal) => clock.sleep(milliseconds, signal));
    return clock;
  }

  /** The notices about a request whose answer takes this time. */
  async function noticesOf(milliseconds: number, given: Request = get): Promise<readonly RequestLine[]> {
    const clock = virtualClock();
    const notices: RequestLine[] = [];
    const slow = () => clock.sleep(milliseconds).then(() => "answer");
    expect(await clock.until(noticed(given, (line) => notices.push(line), slow))).toBe("answer");
    await clock.until(clock.sleep(5000));
    return notices;
  }

  test("the notice of a wait reports a request that is not answered for 5 s, once", async () => {
    expect(await noticesOf(5001)).toEqual([{ method: "GET", path: "/v1/x" }]);
    expect(await noticesOf(60_000)).toHaveLength(1);
  });

  test("the notice of a wait reports no request that is answered before", async () => {
    expect(await noticesOf(4999)).toEqual([]);
  });

  test("the time of earlier attempts counts, and nothing is reported twice", async () => {
    expect(await noticesOf(4401, { ...get, waitedBefore: 600 })).toHaveLength(1);
    expect(await noticesOf(4399, { ...get, waitedBefore: 600 })).toEqual([]);
    expect(await noticesOf(60_000, { ...get, waitedBefore: 5000 })).toEqual([]);
  });

  test("a failure in time is not reported, and stays the same", async () => {
    const clock = virtualClock();
    const onWaiting = jest.fn();
    const failed = noticed(get, onWaiting, () => Promise.reject(new Error("failed")));
    await expect(clock.until(failed)).rejects.toThrow("failed");
    await clock.until(clock.sleep(5000));
    expect(onWaiting).not.toHaveBeenCalled();
  });

  /** A server that answers on demand, and a client of it whose request it has. */
  async function asked(readOnly: boolean) {
    const arrived = new AbortController();
    const answers: (() => void)[] = [];
    const { url } = await serving((_request, response) => {
      answers.push(() => response.end('{"data": []}'));
      arrived.abort();
    });
    const service = client(url, { readOnly });
    const outcome = service.repositories(accountId("a")).catch(String);
    await once(arrived.signal, "abort");
    return { service, outcome, answer: () => answers[0]?.() };
  }

  test("a read-only client ends requests in flight when it is closed", async () => {
    const { service, outcome } = await asked(true);
    await service.close();
    expect(await outcome).toContain("the client is closed");
  });

  test("a client that may write waits for requests in flight when it is closed", async () => {
    const { service, outcome, answer } = await asked(false);
    const closed = service.close();
    answer();
    expect(await outcome).toEqual([]);
    await closed;
  });

  test("the path of a notice does not contain the key", async () => {
    let noticed: RequestLine | undefined;
    const { url } = await serving((_request, response) => {
      setTimeout(() => response.end('{"data": []}'), 20);
    });
    const sleeping = jest.spyOn(systemClock, "sleep");
    sleeping.mockImplementation(() => Promise.resolve());
    await client(url, { onWaiting: (line) => (noticed = line) }).repositories(accountId(canary));
    expect(noticed).toEqual({ method: "GET", path: "/v1/accounts/***/repositories" });
    sleeping.mockClear();
    await client(url).repositories(accountId(canary));
    expect(sleeping).not.toHaveBeenCalled(); // nobody listens
  });
});

describe("a client", () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  const account = accountId("a");

  test("an error about a service that cannot be reached says what to check when it speaks no TLS", async () => {
    const { url } = await serving(saying(200, { data: [] }));
    const error = await failureOf(client(new URL(`https://${url.host}`), { attempts: 5 }).accounts());
    expect(error.message).toContain(`https://${url.host} does not speak TLS. Is its port right, and is it https?`);
    expect([error.fault, error.lasting]).toEqual(["not-sent", true]);
  });

  test("an error about a service that cannot be reached says what to check when no headers arrive", async () => {
    const { url } = await serving(() => undefined);
    const error = await failureOf(client(url, { timeout: 50, timeoutSetting: "--timeout" }).accounts());
    expect(error.message).toContain("no answer within 0.05 s; --timeout allows more");
  });

  test("an error about a service that cannot be reached says what to check when the body stalls", async () => {
    const { url } = await serving((_request, response) => {
      response.writeHead(200, { "content-type": "application/json" }).write('{"data": [');
    });
    const error = await failureOf(client(url, { timeout: 500 }).accounts());
    expect(error.message).toContain("the answer began and then stopped for 0.5 s");
  });

  test("an error about a service that cannot be reached says what to check when an answer trickles in without end", async () => {
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
    const error = await failureOf(client(url, { timeout: 5000, timeoutSetting: "--timeout" }).accounts());
    expect(timed.mock.calls).toEqual([[22_000]]);
    expect(error.message).toContain("no complete answer within 22 s; --timeout allows more");
  });

  test.each([
    ["a length that is too large", { "content-length": "1000" }],
    ["chunks without an end", { "transfer-encoding": "chunked" }],
  ])(
    "an error about a service that cannot be reached says what to check when the body is cut off: %s",
    async (_what, headers) => {
      const { url } = await serving((_request, response) => {
        response.writeHead(200, { "content-type": "application/json", ...headers });
        // what has come so far is JSON: only the framing tells that it is not all
        response.write('{"data": []}', () => response.socket?.destroy());
      });
      const error = await failureOf(client(url).accounts());
      expect(error.message).toContain("the connection was closed before the whole answer had come");
      expect(error.diagnostics).toMatchObject([{ code: "service-unreachable" }]);
    },
  );

  test.each([300, 301, 302, 303, 304, 307, 308, 399])(
    "a client does not follow a redirect with %d, or send the key to it",
    async (status) => {
      const elsewhere = await serving(saying(200, { data: [] }));
      const { url, asked } = await serving(saying(status, "", { location: `${elsewhere.url.href}v1/accounts` }));
      const error = await failureOf(client(url).accounts());
      expect(error.message).toContain(
        `status ${String(status)}, a redirect to ${elsewhere.url.href}v1/accounts, which`,
      );
      expect(error.diagnostics).toMatchObject([{ code: "service-answer" }]);
      expect(asked).toHaveLength(1);
      expect(elsewhere.asked).toEqual([]);
    },
  );

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
    await service.createConfiguration(account, {
      name: "n",
      settings: { notifications: { integration_names: ["é"] } },
    });
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
      await expect(sending()).rejects.toMatchObject({
        diagnostics: [
          { code: "read-only", detail: expect.stringContaining("was not sent. This client is read-only.") as string },
        ],
      });
    expect(asked).toEqual([]);
    expect(await transport.send(request("GET", "/v1/x"))).toMatchObject({ status: 200 });
    expect(asked.map((each) => `${each.method} ${each.url}`)).toEqual(["GET /v1/x"]);
  });
});
