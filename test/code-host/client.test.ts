import { strToU8, type ZipAttributes, zipSync } from "fflate";
import { Secrets } from "../../src/cli/credentials/secrets";
import { textAt } from "../../src/code-host/answers";
import { CodeHost } from "../../src/code-host/client";
import { unzip } from "../../src/code-host/unzip";
import { zipOf } from "../support/code-host-arrange";
import { serving } from "../support/proxy";

const token = "canary-7d20b1e4-job";

/** A host whose interface lies below a path, and what it was asked. */
async function hostBelow(path: string, answers: Readonly<Record<string, string>>) {
  const asked: (readonly [url: string | undefined, authorization: string | undefined])[] = [];
  const url = await serving((incoming, outgoing) => {
    asked.push([incoming.url, incoming.headers.authorization]);
    const { [incoming.url ?? ""]: answer } = answers;
    if (answer?.startsWith("to ") === true) outgoing.writeHead(302, { location: answer.slice(3) }).end();
    else outgoing.writeHead(answer === undefined ? 404 : 200).end(answer);
  });
  const secret = new Secrets({}).add(token, "GITHUB_TOKEN");
  return {
    asked,
    host: new CodeHost({ api: new URL(`${url}${path}`), token: secret, signal: new AbortController().signal }),
  };
}

test.each(["/api/v3", "/api/v3/"])(
  "asks below the path of the interface %s, and downloads without the token",
  async (path) => {
    const { host, asked } = await hostBelow(path, { "/api/v3/zip": "to /kept", "/kept": "twelve bytes" });
    expect((await host.download("/zip", 12)).toString()).toBe("twelve bytes");
    expect(asked).toEqual([
      ["/api/v3/zip", `Bearer ${token}`],
      ["/kept", undefined],
    ]);
  },
);

test.each([
  ["is no JSON", "<html>", "GET /pull was answered with something other than JSON."],
  ["lacks a field", '{"user":{}}', "GET /pull was answered in an unexpected form. There is no text user.login."],
])("refuses an answer that %s, and says which request it was", async (_what, answer, why) => {
  const { host } = await hostBelow("", { "/pull": answer });
  await expect(host.get("/pull", (given) => textAt(given, "user.login"))).rejects.toThrow(why);
});

test.each([
  ["is larger than expected", { "/zip": "to /kept", "/kept": "thirteen bytes" }, "answers with more than 12 bytes"],
  ["redirects once more", { "/zip": "to /kept", "/kept": "to /other", "/other": "x" }, "was not answered"],
  ["is not there any more", { "/zip": "to /kept" }, "redirects to a download that was answered 404"],
  ["comes at once", { "/zip": "x" }, "not with the address of a download"],
])("refuses a download that %s", async (_what, answers, why) => {
  const { host, asked } = await hostBelow("", answers);
  await expect(host.download("/zip", 12)).rejects.toThrow(why);
  expect(asked.slice(1).filter(([, authorization]) => authorization !== undefined)).toEqual([]);
});

const a = strToU8("a");
const large = new Uint8Array(20 * 2 ** 20);
const unix = (mode: number): ZipAttributes => ({ os: 3, attrs: mode * 2 ** 16 });

/** An archive with bytes changed at an offset from a signature's last place. */
function patched(signature: readonly number[], offset: number, bytes: readonly number[]): Uint8Array {
  const archive = Buffer.from(zipOf({ "a.txt": "a".repeat(100) }));
  archive.set(bytes, archive.lastIndexOf(Buffer.from(signature)) + offset);
  return archive;
}

const header = [0x50, 0x4b, 1, 2];
const end = [0x50, 0x4b, 5, 6];

test("reads stored and deflated files, and leaves out folders", () => {
  const archive = zipSync({
    "a/": [new Uint8Array(), { level: 0 }],
    "a/b": [a, { level: 0 }],
    c: strToU8("c".repeat(900)),
  });
  const files = unzip(Buffer.from(archive));
  expect([...files.keys()]).toEqual(["a/b", "c"]);
  expect([files.get("a/b")?.toString(), files.get("c")?.length]).toEqual(["a", 900]);
});

test.each<[string, Uint8Array, string]>([
  ["a path to the folder above", zipSync({ "../package.json": a }), "not a path inside a folder"],
  ["a path through the folder above", zipSync({ "a/../../b": a }), "not a path inside a folder"],
  ["an absolute path", zipSync({ "/etc/passwd": a }), "not a path inside a folder"],
  ["a path of Windows", zipSync({ "..\\a": a }), "not a path inside a folder"],
  ["a drive", zipSync({ "C:a": a }), "not a path inside a folder"],
  ["a line break in a name", zipSync({ "a\n::error::b": a }), "not a path inside a folder"],
  ["a symbolic link", zipSync({ link: [strToU8("/etc/passwd"), unix(0o120777)] }), "links and devices are refused"],
  ["a link to a folder", zipSync({ "link/": [a, unix(0o120777)] }), "links and devices are refused"],
  ["a device", zipSync({ null: [a, unix(0o020666)] }), "links and devices are refused"],
  ["a name twice, by its letters' case", zipSync({ "a.txt": a, "A.txt": a }), "twice"],
  ["files that expand to too much", zipSync({ a: large, b: large, c: large, d: large }), "expands to more than"],
  ["a size that is a lie", patched(header, 24, [1, 0, 0, 0]), "expands to too much"],
  ["another checksum", patched(header, 16, [0, 0, 0, 0]), "is damaged"],
  ["an encrypted file", patched(header, 8, [1, 0]), "is encrypted"],
  ["more entries than it has", patched(end, 10, [9, 0]), "damaged"],
  ["an index outside of it", patched(end, 16, [255, 255, 255, 255]), "damaged"],
  ["too many entries", patched(end, 10, [255, 255]), "more than 2000 entries"],
  ["no archive at all", strToU8("<html>"), "not a ZIP archive"],
])("refuses an archive with %s", (_what, content, message) => {
  expect(() => unzip(Buffer.from(content))).toThrow(message);
});
