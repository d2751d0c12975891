import { inspect } from "node:util";
import { Proxy, proxyFor } from "../../src/service/proxy";
import { thrownBy } from "../support/thrown-by";

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
