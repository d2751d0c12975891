import { canary } from "../support/account";
import { connectProxy } from "../support/connect-proxy";
import { everyday } from "../support/declare";
import { desk } from "../support/desk";
import { forward } from "../support/proxy";
import { tlsService } from "../support/tls-service";

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
