import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { strToU8, type ZipAttributes, zipSync } from "fflate";
import { artifactOfRun, usableFiles, writeFiles } from "../../src/action/artifacts";
import { earlierJournals, keptJournals } from "../../src/action/journals";
import { addArtifact, addRun, zipOf } from "../support/code-host-arrange";
import { type Artifact, type CodeHost, startCodeHost } from "../support/code-host";
import { temporaryFolder } from "../support/temporary-folder";
import { accessTo } from "./step";

const run = 40;
const name = "scanform-synth-1";

let host: CodeHost;
let parent: string;

beforeEach(async () => {
  host = await startCodeHost();
  parent = temporaryFolder();
  addRun(host, { id: run, workflow: "scanform-synth.yml", event: "pull_request", branch: "stricter" });
});

/** Fetches the artifact into a new folder. `false` where there is none. */
async function fetchArtifact(): Promise<boolean> {
  const access = accessTo(host);
  const artifact = await artifactOfRun(access, run, name);
  if (artifact !== undefined) writeFiles(await usableFiles(access, artifact), join(parent, "synthesized"));
  return artifact !== undefined;
}

const add = (artifact: Partial<Artifact> = {}): void => {
  addArtifact(host, { name, run, ...artifact });
};

const unix = (mode: number): ZipAttributes => ({ os: 3, attrs: mode * 2 ** 16 });

test("writes the files of the run's artifact into a new folder", async () => {
  add({ content: zipOf({ "manifest.json": "{}", "stacks/acme/cdk.tf.json": "a".repeat(5000) }) });
  expect(await fetchArtifact()).toBe(true);
  expect(readFileSync(join(parent, "synthesized/manifest.json"), "utf8")).toBe("{}");
  expect(readFileSync(join(parent, "synthesized/stacks/acme/cdk.tf.json"), "utf8")).toBe("a".repeat(5000));
});

test("does not send the token to the storage of artifacts", async () => {
  add();
  await fetchArtifact();
  expect(host.toStorage).toStrictEqual([undefined]);
});

test("leaves out an artifact of the same name that another run has made", async () => {
  addRun(host, { id: 41, workflow: "scanform-synth.yml", event: "pull_request" });
  add({ content: zipOf({ "ours.txt": "" }) });
  add({ run: 41, made: "2026-01-01T11:00:00Z", content: zipOf({ "theirs.txt": "" }) });
  await fetchArtifact();
  expect(readdirSync(join(parent, "synthesized"))).toEqual(["ours.txt"]);
});

test.each<[string, Partial<Artifact> | undefined]>([
  ["missing", undefined],
  ["expired", { expired: true }],
])("finds no artifact that is %s", async (_, artifact) => {
  if (artifact !== undefined) add(artifact);
  expect(await fetchArtifact()).toBe(false);
});

const a = strToU8("a");

// what else an archive can be is tried in test/code-host/unzip.test.ts
test.each<[string, Uint8Array, string]>([
  ["a path to the folder above", zipSync({ "../package.json": a }), "not a path inside a folder"],
  ["a symbolic link", zipSync({ link: [strToU8("/etc/passwd"), unix(0o120777)] }), "links and devices are refused"],
  ["a folder of a file's name", zipSync({ "a/b": a, a }), "EEXIST|ENOTDIR|EISDIR"],
  ["no archive at all", strToU8("<html>"), "not a ZIP archive"],
])("refuses an archive with %s", async (_, content, message) => {
  add({ content });
  await expect(fetchArtifact()).rejects.toThrow(new RegExp(message));
  expect(existsSync(join(parent, "package.json"))).toBe(false);
});

test.each<[string, number | undefined]>([
  ["by what the host says", undefined],
  ["although the host says otherwise", 10],
])("refuses an archive that is too large, %s", async (_, size) => {
  const content = new Uint8Array(33 * 2 ** 20);
  add({ content, ...(size === undefined ? {} : { size }) });
  await expect(fetchArtifact()).rejects.toThrow("more than 33554432");
  expect(host.toStorage).toHaveLength(size === undefined ? 0 : 1);
});

test("does not write into a folder that is there already", async () => {
  add();
  await fetchArtifact();
  await expect(fetchArtifact()).rejects.toThrow("EEXIST");
});

test("the journals are found behind many merges with nothing to apply", async () => {
  for (let id = 41; id < 100; id += 1) addRun(host, { id, workflow: "scanform-apply.yml", event: "workflow_run" });
  addArtifact(host, { name: "scanform-journal-1", run: 41, content: zipOf({ "1.journal": "{}" }) });
  expect(await keptJournals(accessTo(host), "main")).toEqual(new Map([["1.journal", Buffer.from("{}")]]));
});

test("of journals that are too large together the newest are kept, and the last one of each account", async () => {
  const mebibytes = (count: number): string => "x".repeat(count * 1024 * 1024);
  const journal = (id: string, size: number): string =>
    `${JSON.stringify({ type: "begin", account: { id }, baseUrl: "https://h" })}\n${mebibytes(size)}`;
  addRun(host, { id: 41, workflow: "scanform-apply.yml", event: "workflow_run", conclusion: "failure" });
  const files = {
    "1-quiet.journal": journal("quiet", 0),
    "2-quiet.journal": journal("quiet", 1),
    "3-busy.journal": journal("busy", 9),
    "4-busy.journal": journal("busy", 9),
    "5-damaged.journal": "{",
    "notes.txt": "",
  };
  addArtifact(host, { name: "scanform-journal-1", run: 41, content: zipOf(files) });
  const kept = await earlierJournals(accessTo(host), "main", 42, 1);
  expect([...kept.keys()]).toEqual(["5-damaged.journal", "4-busy.journal", "2-quiet.journal"]);
});
