import { Proxy } from "../../src/service/proxy";
import { ProxyError, refusedByProxy, slowProxy, unreachableProxy } from "../../src/service/proxy-error";

const proxy = () => new Proxy({ url: "http://proxy.example.com:8080", name: "HTTPS_PROXY" });
const shown = "the proxy proxy.example.com:8080 (HTTPS_PROXY)";
const withCode = (code: unknown) => Object.assign(new Error("raw words"), { code });

test.each([
  ["ECONNREFUSED", "nothing listens there"],
  ["ENOTFOUND", "its name cannot be resolved"],
  ["EAI_AGAIN", "its name cannot be resolved"],
  ["ECONNRESET", "it closed the connection"],
  ["EPROTO", "it does not speak TLS. Is it http?"],
  ["ERR_SSL_WRONG_VERSION_NUMBER", "it does not speak TLS. Is it http?"],
  ["EOTHER", "raw words"],
  [undefined, "raw words"],
])("a proxy that cannot be reached for %s may be reached later", (code, words) => {
  const thrown = withCode(code);
  expect(unreachableProxy(proxy(), thrown)).toMatchObject({
    name: "ProxyError",
    message: `${shown} cannot be reached: ${words}`,
    lasting: false,
    remedy: "",
    cause: thrown,
  });
});

test("something that is no error is told as it is", () => {
  expect(unreachableProxy(proxy(), "raw words").message).toBe(`${shown} cannot be reached: raw words`);
});

test.each([
  [302, false],
  [399, false],
  [400, true],
  [403, true],
  [499, true],
  [500, false],
  [502, false],
])("a proxy that refuses with status %d does so for good: %s", (status, lasting) => {
  const refused = refusedByProxy(proxy(), status, "findings.example.com:443");
  expect(refused).toBeInstanceOf(ProxyError);
  expect(refused).toMatchObject({
    message: `${shown} refused the connection (status ${String(status)})`,
    lasting,
    remedy: ". Does it allow findings.example.com:443? NO_PROXY lists hosts that need no proxy",
  });
});

test("a proxy that refuses the password does so for good", () => {
  expect(refusedByProxy(proxy(), 407, "findings.example.com:443")).toMatchObject({
    message: `${shown} does not accept the user and password (status 407)`,
    lasting: true,
    remedy: ". Set them there, before the host: user:password@",
  });
});

test("a slow proxy may be faster later", () => {
  expect(slowProxy(proxy(), 1500)).toMatchObject({
    message: `no connection through ${shown} within 1.5 s`,
    lasting: false,
    remedy: "",
  });
});
