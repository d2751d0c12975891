import { canary } from "../support/account";
import { connectProxy } from "../support/connect-proxy";
import { everyday } from "../support/declare";
import { desk } from "../support/desk";
import { forward, proxy, refuseWith } from "../support/proxy";
import { tlsService } from "../support/tls-service";
import { waitingLine } from "../../src/cli/session";
import { screen } from "../support/screen";

const baseUrl = "https://findings.example.com";

/** A desk whose service is behind TLS, and a proxy that leads there. */
async function behindProxy() {
  const at = await desk(everyday);
  const { port } = await tlsService((request, response) => {
    const headers = { authorization: request.headers.authorization ?? "" };
    void fetch(at.emulator.url + (request.url ?? ""), { headers }).then((answer) => forward(answer, response));
  });
  const proxy = await connectProxy(port);
  const plan = (env: NodeJS.ProcessEnv, ...flags: readonly string[]) =>
    at.run(["plan", "--synthesized", "app", "--timeout", "1", ...flags], {
      env: { ...at.env, SCANFORM_BASE_URL: baseUrl, ...env },
    });
  return { at, proxy, plan };
}

test("a plan goes through HTTPS_PROXY, which never sees the key", async () => {
  const { at, proxy, plan } = await behindProxy();
  const { code, out } = await plan({ HTTPS_PROXY: proxy.url });
  expect(code).toBe(0);
  expect(out).toContain("baseline");
  expect(at.emulator.requests.length).toBeGreaterThan(0);
  expect(new Set(proxy.asked)).toEqual(new Set(["CONNECT findings.example.com:443"]));
  expect(proxy.seen()).not.toContain(canary);
});

test("a service on this machine is reached without the proxy, which would get the key unencrypted", async () => {
  const { at, proxy, plan } = await behindProxy();
  const { code } = await plan({ HTTP_PROXY: proxy.url, HTTPS_PROXY: proxy.url, SCANFORM_BASE_URL: at.emulator.url });
  expect(code).toBe(0);
  expect(proxy.seen()).toBe("");
});

test("a proxy that cannot be used is named by its variable, without its password", async () => {
  const { at, plan } = await behindProxy();
  const { code, err } = await plan({ https_proxy: "socks5://user:hunter2@proxy.example.com" });
  expect(code).toBe(1);
  expect(err).toContain("error: The proxy cannot be used [proxy-invalid]");
  expect(err).toContain("https_proxy names a proxy that is used with socks5");
  expect(err).not.toContain("hunter2");
  const down = await plan({ HTTPS_PROXY: "http://user:hunter2@127.0.0.1:1" });
  expect(down.err).toContain("the proxy 127.0.0.1:1 (HTTPS_PROXY) cannot be reached: nothing listens there");
  expect(down.err).not.toContain("hunter2");
  expect(at.emulator.requests).toEqual([]);
});

const url = new URL("https://findings.example.com:8443/base");
const get = { method: "GET", path: "/v1/accounts" };

test("says once per command what is waited for, whatever the number of requests and of connections", () => {
  const { io, shown } = screen();
  waitingLine(io, url)(get, {});
  waitingLine(io, url)({ ...get, path: "/v1/accounts/a/configurations" }, {});
  expect(shown()).toBe("findings.example.com:8443 has not answered GET /v1/accounts for 5 s; still waiting.\n");
  const next = screen();
  waitingLine(next.io, url)(get, {});
  expect(next.shown()).toContain("still waiting");
});

test("says once that the service asks to wait, and how long", () => {
  const { io, shown } = screen();
  waitingLine(io, url)(get, { requested: 20_130 });
  waitingLine(io, url)(get, {});
  expect(shown()).toBe("findings.example.com:8443 asks to wait 20.1 s before GET /v1/accounts is sent again.\n");
});

test("says with what attempts fail that nobody asks to wait for", () => {
  const { io, shown } = screen();
  waitingLine(io, url)(get, { failed: "status 503: \u001b[31mclosed" });
  expect(shown()).toBe("GET /v1/accounts: status 503: \\u{1b}[31mclosed; trying again.\n");
});

afterEach(() => {
  jest.restoreAllMocks();
});

test("a service that is away for half a minute fails no plan, which says what it waits for", async () => {
  const at = await desk(everyday);
  jest.spyOn(Math, "random").mockReturnValue(0.5);
  let [away, waited] = [true, 0];
  const { url } = await proxy(at.emulator.url, (_exchange, answer) =>
    away ? refuseWith(answer, 503, "deploying") : undefined,
  );
  const { code, err } = await at.run(["plan", "--synthesized", "app"], {
    env: { ...at.env, SCANFORM_BASE_URL: url },
    sleep: (milliseconds) => {
      waited += milliseconds;
      away = waited < 30_000;
      return Promise.resolve();
    },
  });
  expect(code).toBe(0);
  expect(err).toBe("GET /v1/accounts: status 503: deploying; trying again.\n");
});

test("overwrites the progress on a terminal", () => {
  const { io, shown } = screen(true);
  waitingLine(io, url)(get, {});
  expect(shown()).toMatch(/^\rfindings\.example\.com.*\n$/);
});

test("an apply that the service does not show says what it waits for, once", async () => {
  const at = await desk(everyday);
  at.emulator.setProfile({ read_lag_ms: 600_000 });
  const { code, err } = await at.apply();
  expect(code).toBe(5);
  expect(err.match(/^Waiting until the service shows what was sent\.$/gm)).toHaveLength(1);
});

test("an apply that the service shows at once says nothing of waiting", async () => {
  const at = await desk(everyday);
  expect((await at.apply()).err).not.toContain("Waiting");
});
