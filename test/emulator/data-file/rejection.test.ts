import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { ScanformError } from "../../../src/diagnostics/error";
import { acmeKey } from "../../../src/emulator";
import { configurations, emulator, open } from "../client";
import { until } from "../../support/until";
import { fileIn } from "./folder";

const onLinux = process.platform === "linux" ? test : test.skip;

const parents: ChildProcess[] = [];

afterEach(() => {
  for (const parent of parents.splice(0)) parent.kill("SIGKILL");
});

/** The id of a process that has ended and whose parent does not wait for it. */
async function zombie(): Promise<string> {
  const parent = spawn("sh", ["-c", "sleep 0.3 & echo $!; exec sleep 600"], { stdio: ["ignore", "pipe", "ignore"] });
  parents.push(parent);
  const [text] = (await once(parent.stdout.setEncoding("utf8"), "data")) as [string];
  return text.trim();
}

/** The error message of an emulator that fails to start with this file. */
async function refusal(data: string): Promise<string> {
  try {
    await emulator({ data });
  } catch (thrown) {
    if (!(thrown instanceof ScanformError)) throw thrown;
    expect(thrown.diagnostics[0]).toMatchObject({
      code: "data-file",
      summary: "The emulator's data file cannot be used",
    });
    return thrown.diagnostics[0]?.detail ?? "";
  }
  throw new Error("the file was taken");
}

/** The text of a valid file. */
async function whole(): Promise<string> {
  const data = fileIn();
  await (await emulator({ data })).close();
  return readFileSync(data, "utf8");
}

describe("rejects a damaged file with the position and without changing it", () => {
  test.each<[string, (text: string) => string, RegExp]>([
    ["empty", () => "", /is damaged: Unexpected end of JSON input/],
    ["cut", (text) => text.slice(0, 2000), /is damaged: .*(?:position|end of JSON)/],
    [
      "no JSON inside",
      (text) => text.replace('"active":true', '"active":tru'),
      /is damaged: Unexpected token at position \d+ \(line 3, column \d+\)/,
    ],
    ["another thing", () => "[]", /is not a data file of the emulator/],
    ["a seed", () => '{"keys":{},"accounts":[]}', /is not a data file of the emulator/],
    [
      "of a later version",
      (text) => text.replace('"1.1"', '"2.0"'),
      /has format_version 2\.0, and this scanform reads 1\.1/,
    ],
    [
      "with a wrong value",
      (text) => text.replace('"comment":"silent"', '"comment":"s1lent"'),
      /is damaged: body: accounts\[0\]\.configurations\[1\]\.configuration\.comment: Invalid option/,
    ],
    [
      "with a field too many",
      (text) => text.replace('"active":true', '"active":true,"x":1'),
      /is damaged: body: accounts\[0\]\.x: is not a known field/,
    ],
    [
      "with another name in it",
      (text) => text.replace('"baseline"', '"basement"'),
      /its body is not the one of its checksum/,
    ],
    ["without a checksum", (text) => text.replace(/,\n"checksum".*/, "}"), /its body is not the one of its checksum/],
  ])("%s", async (_, change, expected) => {
    const data = fileIn();
    const text = change(await whole());
    writeFileSync(data, text);
    const said = await refusal(data);
    expect(said).toMatch(expected);
    expect(said).toContain(data);
    expect(said).not.toContain(acmeKey);
    expect(readFileSync(data, "utf8")).toBe(text);
  });

  test("cut at any position", async () => {
    const text = await whole();
    const data = fileIn();
    for (let length = 0; length < text.length; length += Math.ceil(text.length / 40)) {
      writeFileSync(data, text.slice(0, length));
      expect(await refusal(data)).toContain(data);
    }
  });

  test("with any byte changed", async () => {
    const text = await whole();
    const data = fileIn();
    for (let at = 0; at < text.length - 1; at += Math.ceil(text.length / 40)) {
      writeFileSync(data, text.slice(0, at) + (text[at] === "~" ? "-" : "~") + text.slice(at + 1));
      expect(await refusal(data)).toContain(data);
    }
  });
});

test("rejects a file that is not writable at the start", async () => {
  const folder = fileIn("folder");
  expect(await refusal(join(folder, "state.json"))).toMatch(/cannot be kept in .*ENOENT.*The folder must be there/);
  mkdirSync(folder);
  expect(await refusal(folder)).toMatch(/is not a regular file/);
  writeFileSync(join(folder, "file"), "");
  expect(await refusal(join(folder, "file", "state.json"))).toMatch(/cannot be kept in .*ENOTDIR/);
});

describe("a locked file", () => {
  test("is rejected by another emulator of the same process", async () => {
    const data = fileIn();
    const { send } = await open({ data });
    expect(await refusal(data)).toMatch(/is in use by another emulator: .*\.lock is held by the process \d+/);
    expect((await send("POST", configurations, { configuration: { name: "x" } })).status).toBe(201);
  });

  test("is rejected while the owning process runs and taken over afterwards", async () => {
    const data = fileIn();
    writeFileSync(`${data}.lock`, "1\n");
    expect(await refusal(data)).toContain("is held by the process 1.");
    expect(readFileSync(`${data}.lock`, "utf8")).toBe("1\n");
    const { pid } = spawnSync(process.execPath, ["-e", ""]);
    writeFileSync(`${data}.lock`, `${String(pid)}\n`);
    await emulator({ data });
    expect(readFileSync(`${data}.lock`, "utf8")).toBe(`${String(process.pid)}\n`);
  });

  onLinux("is taken over when its process has ended and nobody has asked about it", async () => {
    const data = fileIn();
    const pid = await zombie();
    await until(() => readFileSync(`/proc/${pid}/stat`, "utf8").includes(" Z "));
    writeFileSync(`${data}.lock`, `${pid}\n`);
    await emulator({ data });
    expect(readFileSync(`${data}.lock`, "utf8")).toBe(`${String(process.pid)}\n`);
  });

  test("is taken over when the lock contains the reused id of this process", async () => {
    const data = fileIn();
    writeFileSync(`${data}.lock`, `${String(process.pid)}\n`);
    const { resumed } = await emulator({ data });
    expect(resumed).toBe(false);
  });

  test("is rejected when the lock is unreadable", async () => {
    const data = fileIn();
    writeFileSync(`${data}.lock`, "?");
    expect(await refusal(data)).toMatch(/is held by an unknown process\. .*delete .*\.lock/);
  });

  test("is released after a failed start", async () => {
    const data = fileIn();
    await expect(emulator({ data, host: "203.0.113.1" })).rejects.toThrow("cannot listen");
    expect((await emulator({ data })).resumed).toBe(true);
  });
});
