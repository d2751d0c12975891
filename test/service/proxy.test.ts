import { once } from "node:events";
import { inspect } from "node:util";
import { Proxy, proxyFor } from "../../src/service/proxy";
import { unreachableProxy } from "../../src/service/proxy-agent";
import { connectProxy } from "../support/connect-proxy";
import { thrownBy } from "../support/thrown-by";
import { tlsService } from "../support/tls-service";
import { until } from "../support/until";
import { mute } from "./mute";
import { canary, client, failureOf, request, saying, serving, transportTo } from "./server";

const service = new URL("https://findings.example.com");
const proxy = "http://proxy.example.com:8080";

describe("the environment", () => {
  test.each<readonly [NodeJS.ProcessEnv, string, string | undefined]>([
    [{}, "https://h.example.com", undefined],
    [{ HTTPS_PROXY: proxy }, "https://h.example.com", "HTTPS_PROXY"],
    [{ https_proxy: proxy }, "https://h.example.com", "https_proxy"],
    [{ https_proxy: proxy, HTTPS_PROXY: "http://other" }, "https://h.example.com", "https_proxy"],
    [{ https_proxy: " ", HTTPS_PROXY: proxy }, "https://h.example.com", "HTTPS_PROXY"],
    [{ HTTP_PROXY: proxy }, "https://h.example.com", undefined],
    [{ HTTP_PROXY: proxy }, "http://h.example.com", "HTTP_PROXY"],
    [{ HTTP_PROXY: "http://other", http_proxy: proxy }, "http://h.example.com", "http_proxy"],
    [{ HTTPS_PROXY: proxy }, "http://h.example.com", undefined],
  ])("%j names a proxy for %s in %s", (env, url, name) => {
    expect(proxyFor(new URL(url), env)).toEqual(name === undefined ? undefined : { url: proxy, name });
  });

  test.each(["localhost", "127.0.0.1", "127.8.9.10", "[::1]"])("never names one for this machine: %s", (host) => {
    const env = { HTTPS_PROXY: proxy, HTTP_PROXY: proxy };
    for (const scheme of ["http", "https"]) expect(proxyFor(new URL(`${scheme}://${host}:4010`), env)).toBeUndefined();
  });

  test.each([
    ["*", true],
    ["findings.example.com", true],
    ["FINDINGS.example.com", true],
    ["example.com", true],
    [".example.com", true],
    ["*.example.com", true],
    ["com", true],
    ["a.example.org, example.com", true],
    ["a.example.org example.com", true],
    ["findings.example.com:443", true],
    ["example.com.", true],
    [", ,example.com", true],
    ["", false],
    [",", false],
    [".", false],
    ["find[ings.example.com", false],
    ["find]ings.example.com", false],
    ["example.com.:8443", false],
    ["findings.example.com:8443", false],
    ["indings.example.com", false],
    ["a.findings.example.com", false],
    ["10.0.0.0/8", false],
    ["example.com/8", false],
  ])("NO_PROXY=%s excludes findings.example.com: %s", (list, excluded) => {
    for (const name of ["NO_PROXY", "no_proxy"])
      expect(proxyFor(service, { HTTPS_PROXY: proxy, [name]: list }) === undefined).toBe(excluded);
  });

  test.each([
    ["https://10.1.2.3", "10.0.0.0/8", true],
    ["https://11.1.2.3", "10.0.0.0/8", false],
    ["https://10.1.2.3", "10.1.2.3", true],
    ["https://10.1.2.3:8443", "10.1.2.3:8443", true],
    ["https://10.1.2.3", "10.1.2.3/32", true],
    ["https://10.1.2.3", "10.0.0.0/33", false],
    ["https://10.1.2.3", "10.0.0.0/", false],
    ["https://10.1.2.3", "10.0.0.0/x8", false],
    ["https://10.1.2.3", "10.0.0.0/8x", false],
    ["https://[2001:db8::1]", "2001:db8::1/128", true],
    ["https://[2001:db8::1]", "2001:db8::1/129", false],
    ["https://10.1.2.3", "2001:db8::/32", false],
    ["https://[2001:db8::1]", "2001:db8::/32", true],
    ["https://[2001:db8::1]", "2001:db8::1", true],
    ["https://[2001:db8::1]", "[2001:db8::1]", true],
    ["https://[2001:db8::1]", "[2001:db8::1]:443", true],
    ["https://[2001:db8::1]", "10.0.0.0/8", false],
  ])("%s is excluded by NO_PROXY=%s: %s", (url, list, excluded) => {
    expect(proxyFor(new URL(url), { HTTPS_PROXY: proxy, NO_PROXY: list }) === undefined).toBe(excluded);
  });

  test.each([{}, ...["", ",", ".", ", .", "*.", ".:443", "[]"].map((list) => ({ NO_PROXY: list }))])(
    "%j excludes no host, not even one that ends in dots",
    (excluded) => {
      for (const host of ["findings.example.com", "findings.example.com.", "findings.example.com..", "."])
        expect(proxyFor(new URL(`https://${host}`), { HTTPS_PROXY: proxy, ...excluded })).toBeDefined();
    },
  );

  test.each([
    ["example.com:80", true],
    ["example.com:443", false],
  ])("NO_PROXY=%s excludes http://findings.example.com: %s", (list, excluded) => {
    const url = new URL("http://findings.example.com");
    expect(proxyFor(url, { HTTP_PROXY: proxy, NO_PROXY: list }) === undefined).toBe(excluded);
  });

  test("NO_PROXY in lower case goes before the other", () => {
    const env = { HTTPS_PROXY: proxy, NO_PROXY: "*", no_proxy: "other.example.com" };
    expect(proxyFor(service, env)).toBeDefined();
  });
});

test.each([
  ["http://proxy.example.com:8080", "http://proxy.example.com:8080"],
  ["proxy.example.com:8080", "http://proxy.example.com:8080"],
  ["user:secret@proxy.example.com", "http://proxy.example.com:80"],
  ["https://user:secret@proxy.example.com", "https://proxy.example.com:443"],
  ["proxy.example.com:8080/http://x", "http://proxy.example.com:8080"],
  ["http://[::1]:3128", "http://[::1]:3128"],
])("the URL of a proxy %s is %s, and is shown without a password", (url, origin) => {
  const made = new Proxy({ url, name: "HTTPS_PROXY" });
  expect([made.origin, String(made)]).toEqual([origin, `${origin.replace(/.*\/\//, "")} (HTTPS_PROXY)`]);
});

test.each([
  ["user:secret", "user:secret"],
  [":secret", ":secret"],
  ["user", "user:"],
  ["user:", "user:"],
  ["user:p%40ss%3A%2f", "user:p@ss:/"],
  ["user:100%", "user:100%"],
])("the URL of a proxy gives %s as the credentials", (given, sent) => {
  const made = new Proxy({ url: `http://${given}@proxy.example.com` });
  expect(made.authorization).toBe(`Basic ${Buffer.from(sent).toString("base64")}`);
});

test("the URL of a proxy shows its password nowhere", () => {
  const made = new Proxy({ url: "http://user:secret@proxy.example.com" });
  expect([String(made), inspect(made, { showHidden: true }), JSON.stringify(made)].join()).not.toContain("secret");
  expect(inspect(made)).toBe("Proxy(proxy.example.com:80 (the option proxy))");
  expect(made.authorization).toBe("Basic dXNlcjpzZWNyZXQ=");
});

test.each([
  ["socks5://user:secret@proxy.example.com", "HTTPS_PROXY names a proxy that is used with socks5, and"],
  ["http://user:secret@", "HTTPS_PROXY is not the URL of a proxy"],
  ["http://user:secret@[proxy", "HTTPS_PROXY is not the URL of a proxy"],
  ["user:secret@proxy.example.com:port", "HTTPS_PROXY is not the URL of a proxy"],
])("the URL of a proxy %s is refused with what to write", (url, words) => {
  const { message, diagnostics } = thrownBy(() => new Proxy({ url, name: "HTTPS_PROXY" }));
  expect(diagnostics).toMatchObject([{ code: "proxy-invalid" }]);
  expect(message).toContain(words);
  expect(message).not.toContain("secret");
  expect(message).toContain("such as http://proxy.example.com:8080");
});

afterEach(() => {
  jest.restoreAllMocks();
});

const answer = saying(200, { data: [] });
const password = "hunter2-of-the-proxy";
const withUser = (url: string): string => url.replace("//", `//user:${password}@`);
const status = (line: string) => () => `HTTP/1.1 ${line}\r\ncontent-length: 0\r\n\r\n`;

const everything = (error: Error): string =>
  [error.message, error.stack, inspect(error, { depth: 20, showHidden: true })].join();

test("an https service gets the key through the tunnel, and the proxy never sees it", async () => {
  const keys: unknown[] = [];
  const { port } = await tlsService((request, response) => {
    keys.push(request.headers.authorization);
    answer(request, response);
  });
  const proxy = await connectProxy(port);
  expect(await client(service, { proxy: { url: proxy.url } }).accounts()).toEqual([]);
  expect(keys).toEqual([`Bearer ${canary}`]);
  expect(proxy.asked).toEqual(["CONNECT findings.example.com:443"]);
  expect(proxy.seen()).toContain("CONNECT findings.example.com:443");
  for (const secret of [canary, "Bearer", "/v1/accounts"]) expect(proxy.seen()).not.toContain(secret);
});

test("connections are used again", async () => {
  const { port } = await tlsService(answer);
  const proxy = await connectProxy(port);
  const through = client(service, { proxy: { url: proxy.url } });
  for (let times = 5; times > 0; times -= 1) await through.accounts();
  expect(proxy.asked.length).toBeLessThanOrEqual(2);
});

test("an http service is reached through a tunnel too", async () => {
  const { url, asked } = await serving(answer);
  const proxy = await connectProxy(Number(url.port));
  const other = new URL("http://findings.example.com:8080");
  await client(other, { insecure: true, proxy: { url: proxy.url } }).accounts();
  expect(proxy.asked).toEqual(["CONNECT findings.example.com:8080"]);
  expect(asked).toHaveLength(1);
});

test("a service at an address of IP version 6 is named in brackets", async () => {
  const { port } = await tlsService(answer);
  const proxy = await connectProxy(port);
  await client(new URL("https://[2001:db8::1]"), { proxy: { url: proxy.url } }).accounts();
  expect(proxy.asked).toEqual(["CONNECT [2001:db8::1]:443"]);
});

test("the proxy gets the user and the password of its URL", async () => {
  const { port } = await tlsService(answer);
  const proxy = await connectProxy(port);
  await client(service, { proxy: { url: proxy.url.replace("//", "//user:p%40ss@") } }).accounts();
  expect(proxy.headers[0]?.["proxy-authorization"]).toBe(`Basic ${Buffer.from("user:p@ss").toString("base64")}`);
});

test("without a user the proxy gets no credentials", async () => {
  const { port } = await tlsService(answer);
  const proxy = await connectProxy(port);
  await client(service, { proxy: { url: proxy.url } }).accounts();
  expect(proxy.headers[0]).not.toHaveProperty("proxy-authorization");
});

describe("an error names the proxy and its variable, and never the password", () => {
  const failing = async (url: string, attempts = 1, lasting = false) => {
    const proxy = { url: withUser(url), name: "HTTPS_PROXY" };
    const error = await failureOf(client(service, { proxy, attempts, timeout: 300 }).accounts());
    expect(everything(error)).not.toContain(password);
    expect(everything(error)).not.toContain(Buffer.from(`user:${password}`).toString("base64"));
    expect(everything(error)).not.toContain(canary);
    expect(error).toMatchObject({ fault: "not-sent", lasting, diagnostics: [{ code: "service-unreachable" }] });
    return error.message;
  };

  test.each([
    ["302 Found", "refused the connection (status 302)", false],
    ["400 Bad Request", "refused the connection (status 400)", true],
    ["403 Forbidden", "refused the connection (status 403). Does it allow findings.example.com:443? NO_PROXY", true],
    ["407 Authentication", "does not accept the user and password (status 407). Set them there", true],
    ["499 No", "refused the connection (status 499)", true],
    ["500 Error", "refused the connection (status 500)", false],
  ])(
    "an error names the proxy and its variable, and never the password when it answers %s",
    async (line, words, lasting) => {
      const proxy = await connectProxy(1, status(line));
      expect(await failing(proxy.url, 1, lasting)).toContain(
        `the proxy 127.0.0.1:${String(proxy.port)} (HTTPS_PROXY) ${words}`,
      );
    },
  );

  test("an error names the proxy and its variable, and never the password when nothing listens there", async () => {
    expect(await failing("http://127.0.0.1:1")).toContain(
      "the proxy 127.0.0.1:1 (HTTPS_PROXY) cannot be reached: nothing listens there",
    );
  });

  test("an error names the proxy and its variable, and never the password when it does not answer", async () => {
    const proxy = await connectProxy(1, () => "");
    expect(await failing(proxy.url)).toContain(
      `no connection through the proxy 127.0.0.1:${String(proxy.port)} (HTTPS_PROXY) within 0.3 s`,
    );
  });

  test("an error names the proxy and its variable, and never the password and a refused password is not sent again", async () => {
    const proxy = await connectProxy(1, status("407 Proxy Authentication Required"));
    await failing(proxy.url, 5, true);
    expect(proxy.asked).toHaveLength(1);
  });
});

test("reports a service behind the proxy that speaks no TLS", async () => {
  const { url } = await serving(answer);
  const proxy = await connectProxy(Number(url.port));
  const error = await failureOf(client(service, { proxy: { url: proxy.url } }).accounts());
  expect(error.message).toContain(
    "https://findings.example.com does not speak TLS. Is its port right, and is it https?",
  );
  expect(error).toMatchObject({ fault: "not-sent", lasting: true });
});

test("the timeout for headers holds through the proxy", async () => {
  const { port } = await tlsService(() => undefined);
  const proxy = await connectProxy(port);
  const error = await failureOf(
    client(service, { proxy: { url: proxy.url }, timeout: 500, timeoutSetting: "--timeout" }).accounts(),
  );
  expect(error.message).toContain("no answer within 0.5 s; --timeout allows more");
  expect(error.fault).toBe("lost");
});

test("the deadline ends a request whose proxy does not answer, before the connection is given up", async () => {
  const proxy = await connectProxy(1, () => "");
  const deadline = new AbortController();
  jest.spyOn(AbortSignal, "timeout").mockReturnValue(deadline.signal);
  const failed = failureOf(client(service, { readOnly: true, proxy: { url: proxy.url } }).accounts());
  await until(() => proxy.asked.length > 0);
  deadline.abort(new DOMException("time is up", "TimeoutError"));
  const error = await failed;
  expect(error.message).toContain(
    `no connection through the proxy 127.0.0.1:${String(proxy.port)} (the option proxy) within`,
  );
  expect(error.fault).toBe("not-sent");
});

test("a proxy that answers 204 has connected", async () => {
  const { port } = await mute();
  const proxy = await connectProxy(port, () => "HTTP/1.1 204 No Content\r\n\r\n");
  const error = await failureOf(client(service, { proxy: { url: proxy.url } }).accounts());
  expect(error.message).not.toContain("refused the connection");
});

test.each([
  ["ECONNREFUSED", "nothing listens there"],
  ["ENOTFOUND", "its name cannot be resolved"],
  ["EAI_AGAIN", "its name cannot be resolved"],
  ["ECONNRESET", "it closed the connection"],
  ["ERR_SSL_WRONG_VERSION_NUMBER", "it does not speak TLS. Is it http?"],
  [undefined, "raw words"],
])("a proxy that cannot be reached for %s may be reached later", (code, words) => {
  const proxy = new Proxy({ url: "http://proxy.example.com:8080", name: "HTTPS_PROXY" });
  const thrown = Object.assign(new Error("raw words"), { code });
  expect(unreachableProxy(proxy, thrown)).toMatchObject({
    name: "ProxyError",
    message: `the proxy proxy.example.com:8080 (HTTPS_PROXY) cannot be reached: ${words}`,
    lasting: false,
    cause: thrown,
  });
});

describe("closing a read-only client ends a connection that is not there yet", () => {
  const get = request("GET", "/v1/x");

  test("closing a read-only client ends a connection that is not there yet to the proxy", async () => {
    const { port, sockets, connected } = await mute();
    const transport = transportTo(service, { readOnly: true, proxy: { url: `http://127.0.0.1:${String(port)}` } });
    const failed = failureOf(transport.send(get));
    await connected;
    await transport.close();
    await Promise.all(sockets.map((socket) => once(socket, "close")));
    expect((await failed).fault).toBe("not-tried");
  });

  test("closing a read-only client ends a connection that is not there yet to the service, before TLS has begun", async () => {
    const { port, sockets, connected } = await mute();
    const proxy = await connectProxy(port);
    const transport = transportTo(service, { readOnly: true, proxy: { url: proxy.url } });
    const failed = failureOf(transport.send(get));
    await connected;
    await until(() => proxy.seen().includes("\u0016\u0003")); // a handshake
    await transport.close();
    await Promise.all(sockets.map((socket) => once(socket, "close")));
    expect((await failed).fault).toBe("not-tried");
  });
});

test("TLS through the proxy has the time of a connection, and no more", async () => {
  const { port } = await mute();
  const proxy = await connectProxy(port);
  const error = await failureOf(client(service, { proxy: { url: proxy.url }, timeout: 300 }).accounts());
  expect(proxy.seen()).toContain("\u0016\u0003"); // a handshake
  expect(error.message).toContain(`no connection through the proxy 127.0.0.1:${String(proxy.port)} (the option proxy)`);
  expect(error.message).toContain("within 0.3 s");
  expect(error.fault).toBe("not-sent");
});
