import { closeSync, mkdtempSync, openSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkedKey, keyInFile } from "../../src/service/key-text";
import { canary } from "./server";
import { thrownBy } from "./thrown-by";

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
  ])("%s", (_what, key, words) => {
    const { code, text } = refused(() => checkedKey(key, "THE_KEY"));
    expect(code).toBe("no-api-key");
    expect(text).toContain(words);
  });
});

describe("a file gives its key", () => {
  test.each([canary, `${canary}\n`, `\r\n ${canary}\t\r\n`])("without what surrounds it: %j", (content) => {
    expect(keyInFile(write(content), "KEY_FILE", folder)).toBe(canary);
  });

  test("by an absolute path, and by one from the current folder", () => {
    const file = join(folder, write(canary));
    expect(keyInFile(file, "KEY_FILE", "/")).toBe(canary);
    expect(() => keyInFile("key", "KEY_FILE")).toThrow("KEY_FILE");
  });

  test("by the number of a descriptor that is open", () => {
    const descriptor = openSync(join(folder, write(canary)), "r");
    expect(keyInFile(String(descriptor), "KEY_FILE", "/")).toBe(canary);
    closeSync(descriptor);
  });

  test.each(["12345", "a1", "1a", "-1"])("by the name %j, which is no descriptor", (name) => {
    write(canary, name);
    expect(keyInFile(name, "KEY_FILE", folder)).toBe(canary);
  });
});

describe("a file is refused", () => {
  test.each([
    ["that is missing", "canary-that-is-no-file", "ENOENT"],
    ["that is a folder", ".", "EISDIR"],
    ["whose descriptor is not open", "9999", "EBADF"],
  ])("%s, by the reason and not by its name, which may be the key", (_what, file, reason) => {
    const { code, text } = refused(() => keyInFile(file, "KEY_FILE", folder));
    expect(code).toBe("no-api-key");
    expect(text).toContain(`The file that KEY_FILE names cannot be read (${reason}).`);
  });

  test("whose name cannot be one", () => {
    expect(refused(() => keyInFile("canary\0", "KEY_FILE", folder)).text).toContain(
      "The file that KEY_FILE names cannot be read (ERR_INVALID_ARG_VALUE).",
    );
  });

  test.each(["", " \n"])("that is empty: %j", (content) => {
    const { code, text } = refused(() => keyInFile(write(content), "KEY_FILE", folder));
    expect(code).toBe("no-api-key");
    expect(text).toContain("The file that KEY_FILE names is empty. It must hold the key.");
  });

  test("that holds no key", () => {
    const { code, text } = refused(() => keyInFile(write("canary\ncanary"), "KEY_FILE", folder));
    expect(code).toBe("no-api-key");
    expect(text).toContain("The file that KEY_FILE names is empty, or holds characters that no key has");
  });
});
