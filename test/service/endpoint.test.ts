import { closeSync, mkdtempSync, openSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ScanformError } from "../../src/diagnostics/error";
import { baseUrl, checkedKey, keyInFile, refuseUncheckedTls } from "../../src/service/endpoint";
import { canary } from "./server";
import { thrownBy } from "../support/thrown-by";

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
])("the base URL accepts %s", (text, href) => {
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
])("the base URL rejects %s: it %s", (text, words) => {
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
])("the base URL rejects %s without repeating its password", (text) => {
  const failure = thrownBy(() => baseUrl(text));
  expect(failure.diagnostics).toMatchObject([{ code: "base-url-invalid" }]);
  expect(failure.message).not.toContain("canary");
  expect(failure.message).toContain("***@");
});

test("the base URL shows the host in the error, without the password", () => {
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

describe("the key", () => {
  let folder: string;

  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), "scanform-key-")));
  });

  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  const write = (content: string, name = "key"): string => {
    writeFileSync(join(folder, name), content);
    return name;
  };

  /** The only diagnostic, in which the key does not stand. */
  function refused(read: () => string): { readonly code: string; readonly text: string } {
    const { diagnostics, message } = thrownBy(read);
    expect(message).not.toContain("canary");
    return { code: diagnostics[0]?.code ?? "", text: message };
  }

  describe("a key is sent as it is", () => {
    test.each([canary, "!", "~", "a+$&(b", "Bearer", "BearerOfTheKey", "x.Bearer.y"])("%s", (key) => {
      expect(checkedKey(key, "THE_KEY")).toBe(key);
    });
  });

  describe("a key is refused that", () => {
    const other = "THE_KEY is empty, or holds characters that no key has";
    const twice = 'THE_KEY begins with "Bearer ". Leave that out: scanform adds it.';

    test.each([
      ["is empty", "", other],
      ["has a blank", "canary key", other],
      ["has a line break", "canary\nkey", other],
      ["has a letter beyond ASCII", "canary-schlüssel", other],
      ["has a control character", "canary\u007f", other],
      ["comes after its scheme", "Bearer canary", twice],
      ["comes after its scheme in small letters", "bearer\tcanary", twice],
      ["has the scheme in the middle", "canary Bearer canary", other],
      ["has a word that begins like the scheme", "Bearers canary", other],
    ])("a key is refused that %s", (_what, key, words) => {
      const { code, text } = refused(() => checkedKey(key, "THE_KEY"));
      expect(code).toBe("no-api-key");
      expect(text).toContain(words);
    });
  });

  test.each([canary, `${canary}\n`, `\r\n ${canary}\t\r\n`])(
    "a file gives its key without what surrounds it: %j",
    (content) => {
      expect(keyInFile(write(content), "KEY_FILE", folder)).toBe(canary);
    },
  );

  test("a file gives its key by an absolute path, and by one from the current folder", () => {
    const file = join(folder, write(canary));
    expect(keyInFile(file, "KEY_FILE", "/")).toBe(canary);
    expect(() => keyInFile("key", "KEY_FILE")).toThrow("KEY_FILE");
  });

  test("a file gives its key by the number of a descriptor that is open", () => {
    const descriptor = openSync(join(folder, write(canary)), "r");
    expect(keyInFile(String(descriptor), "KEY_FILE", "/")).toBe(canary);
    closeSync(descriptor);
  });

  test.each(["12345", "a1", "1a", "-1"])("a file gives its key by the name %j, which is no descriptor", (name) => {
    write(canary, name);
    expect(keyInFile(name, "KEY_FILE", folder)).toBe(canary);
  });

  test.each([
    ["that is missing", "canary-that-is-no-file", "there is no such file"],
    ["that is a folder", ".", "it is a folder"],
    ["whose descriptor is not open", "9999", "EBADF"],
  ])("a file is refused that is %s, by the reason and not by its name, which may be the key", (_what, file, reason) => {
    const { code, text } = refused(() => keyInFile(file, "KEY_FILE", folder));
    expect(code).toBe("no-api-key");
    expect(text).toContain(`The file that KEY_FILE names cannot be read: ${reason}.`);
  });

  test("a file is refused whose name cannot be one", () => {
    expect(refused(() => keyInFile("canary\0", "KEY_FILE", folder)).text).toContain(
      "The file that KEY_FILE names cannot be read: ERR_INVALID_ARG_VALUE.",
    );
  });

  test.each(["", " \n"])("a file is refused that is empty: %j", (content) => {
    const { code, text } = refused(() => keyInFile(write(content), "KEY_FILE", folder));
    expect(code).toBe("no-api-key");
    expect(text).toContain("The file that KEY_FILE names is empty. It must hold the key.");
  });

  test("a file is refused that holds no key", () => {
    const { code, text } = refused(() => keyInFile(write("canary\ncanary"), "KEY_FILE", folder));
    expect(code).toBe("no-api-key");
    expect(text).toContain("The file that KEY_FILE names is empty, or holds characters that no key has");
  });
});

describe("the check of certificates", () => {
  const https = new URL("https://findings.example.com:8443/base");
  const http = new URL("http://127.0.0.1:4010");
  const off = { NODE_TLS_REJECT_UNAUTHORIZED: "0" };

  test("the check of certificates refuses https without a check of certificates, and says what to do instead", () => {
    const { message, diagnostics } = thrownBy(() => {
      refuseUncheckedTls(https, off, false, "pass --insecure to allow it");
    });
    expect(diagnostics).toMatchObject([{ code: "tls-unchecked" }]);
    expect(message).toContain(
      "NODE_TLS_REJECT_UNAUTHORIZED=0 switches off the check of certificates, so anybody on the way to findings.example.com:8443 could read the API key. Unset it (NODE_EXTRA_CA_CERTS names a certificate authority of your own), or pass --insecure to allow it.",
    );
  });

  test.each<readonly [string, URL, NodeJS.ProcessEnv, boolean]>([
    ["nothing is set", https, {}, false],
    ["the check is on", https, { NODE_TLS_REJECT_UNAUTHORIZED: "1" }, false],
    ["it is set to nothing, which Node takes for on", https, { NODE_TLS_REJECT_UNAUTHORIZED: "" }, false],
    ["the target has no certificate", http, off, false],
    ["insecure was asked for", https, off, true],
  ])("the check of certificates accepts it where %s", (_when, url, env, insecure) => {
    expect(() => {
      refuseUncheckedTls(url, env, insecure, "");
    }).not.toThrow();
  });
});
