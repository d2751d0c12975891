import { ScanformError } from "../../src/diagnostics/error";
import { baseUrl } from "../../src/service/base-url";
import { thrownBy } from "./thrown-by";

test.each([
  ["https://findings.example.com", "https://findings.example.com/"],
  ["https://findings.example.com/", "https://findings.example.com/"],
  ["https://findings.example.com:8443/security//", "https://findings.example.com:8443/security"],
  ["HTTPS://Findings.Example.COM", "https://findings.example.com/"],
  ["https://10.0.0.1", "https://10.0.0.1/"],
  ["https://h/v1/api", "https://h/v1/api"],
  ["https://h/v12", "https://h/v12"],
  ["http://127.0.0.1:4010", "http://127.0.0.1:4010/"],
  ["http://127.255.254.253", "http://127.255.254.253/"],
  ["http://127.9.8.7", "http://127.9.8.7/"],
  ["http://[::1]:4010", "http://[::1]:4010/"],
  ["http://localhost:4010/x/", "http://localhost:4010/x"],
  ["http://LOCALHOST", "http://localhost/"],
])("accepts %s", (text, href) => {
  expect(baseUrl(text).href).toBe(href);
});

test.each([
  ["", "is not a URL"],
  ["findings.example.com", "is not a URL"],
  ["/v1", "is not a URL"],
  ["https://", "is not a URL"],
  ["http://findings.example.com", "would send the API key unencrypted to findings.example.com"],
  ["http://10.0.0.1", "unencrypted"],
  ["http://128.0.0.1", "unencrypted"],
  ["http://0.0.0.0", "unencrypted"],
  ["http://127.0.0.1.evil.example", "unencrypted"],
  ["http://localhost.evil.example", "unencrypted"],
  ["http://evil.example#@127.0.0.1", "has a query or a fragment"],
  ["http://127.0.0.1@evil.example", "carries a user name or password"],
  ["http://notlocalhost", "unencrypted"],
  ["http://[::2]", "unencrypted"],
  ["https://h/v1", "ends in /v1"],
  ["https://h/v1//", "ends in /v1"],
  ["https://h/security/v1/", "ends in /v1"],
  ["https://h/?x=1", "has a query or a fragment"],
  ["https://h/#x", "has a query or a fragment"],
  ["ftp://h", "is not an https URL"],
  ["file:///etc/passwd", "is not an https URL"],
  ["javascript:alert(1)", "is not an https URL"],
  ["localhost:4010", "is not an https URL"],
])("rejects %s: it %s", (text, words) => {
  const { diagnostics, message } = thrownBy(() => baseUrl(text));
  expect(diagnostics).toMatchObject([{ code: "base-url-invalid" }]);
  expect(message).toContain(words);
  expect(message).toContain("SCANFORM_BASE_URL, or base_url of the provider block");
});

test.each([
  "https://user:canary@findings.example.com",
  "canary https://user:canary@h",
  "https://canary@h",
  "https://:canary@h",
  "https://user:can/canary@h",
  "https:user:canary@h",
  "https:\\\\user:canary@h",
  "https://a@b:canary@h",
  "//user:canary@h",
  "user:canary@h",
])("rejects %s without repeating its password", (text) => {
  const failure = thrownBy(() => baseUrl(text));
  expect(failure.diagnostics).toMatchObject([{ code: "base-url-invalid" }]);
  expect(failure.message).not.toContain("canary");
  expect(failure.message).toContain("***@");
});

test("shows the host in the error, without the password", () => {
  const { message } = thrownBy(() => baseUrl("https://user:canary@findings.example.com"));
  expect(message).toContain('"https://***@findings.example.com" carries');
});

test("the error about http ends with the caller's own advice", () => {
  const refusal = (otherwise?: string) => thrownBy(() => baseUrl("http://h", false, otherwise)).message;
  expect(refusal("say so")).toContain("to an https URL, or say so.");
  expect(refusal()).toContain("to an https URL; http is for this machine alone.");
});

test("--insecure allows http to any host, and nothing else", () => {
  expect(baseUrl("http://findings.example.com", true).href).toBe("http://findings.example.com/");
  for (const text of ["ftp://h", "http://user:x@h", "http://h/v1", "http://h/?q", "h"])
    expect(() => baseUrl(text, true)).toThrow(ScanformError);
});
