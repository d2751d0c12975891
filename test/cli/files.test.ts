import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import fs, {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { Secrets } from "../../src/cli/credentials/secrets";
import { replaceFile, writeNewFiles } from "../../src/cli/files";
import { type JournalFile, journalFile, readJournal } from "../../src/cli/journal-file";
import { journalsOf } from "../../src/cli/journals";
import { ScanformError } from "../../src/diagnostics/error";
import { builtinSeed } from "../../src/emulator";
import { configurationId } from "../../src/model/ids";
import { isObject } from "../../src/model/json";
import type { WriteResult } from "../../src/reconcile/apply/write-result";
import type { Plan } from "../../src/reconcile/plan/plan";
import type { Write } from "../../src/reconcile/plan/write";
import { ServiceClient } from "../../src/service/service-client";
import { declare, desired, live, planned } from "../reconcile/account";
import { canary, repositoryId, seedOf } from "../support/account";
import { type App, everyday } from "../support/declare";
import { desk, type Desk } from "../support/desk";
import { findingId, wontFix } from "../support/triages";

const plan = planned(desired([declare("a", { comment: "enabled" })]), live({ a: { settings: { comment: "silent" } } }));
const ends = { configurations: [], repositories: {}, triages: {} };

let folder: string;
const open: (() => unknown)[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "scanform-files-"));
});
afterEach(async () => {
  jest.restoreAllMocks();
  for (const close of open.splice(0)) await close();
  rmSync(folder, { recursive: true });
});

function journalIn(path: string, aliases: readonly string[] = [""]): JournalFile {
  const reader = new ServiceClient({ baseUrl: "http://127.0.0.1:1", apiKey: canary });
  const session = { url: "http://127.0.0.1:1", reader, writer: () => reader, close: () => reader.close() };
  const secrets = new Secrets({ SCANFORM_API_KEY: canary });
  const journal = journalFile(
    path,
    { plan, session, provider: { aliases }, locations: new Map() },
    { now: Date.now, secrets },
  );
  open.push(session.close, () => {
    journal.close();
  });
  return journal;
}

function firstOf({ writes: [first] }: Plan): Write {
  if (first === undefined) throw new Error("nothing is planned");
  return first;
}
const write = firstOf(plan);

const failed = (error: string): WriteResult => ({
  write,
  status: "failed",
  failures: [{ ids: [], error, refused: true }],
});

test("a journal tells whose blocks it was, and what was sent", () => {
  const path = join(folder, "made", "a.journal");
  const journal = journalIn(path, ["", "globex"]);
  journal.sending(write, []);
  journal.settled({ write, status: "succeeded" });
  expect(journal.ended(ends, true, [])).toEqual([]);
  const { begun, entries } = readJournal(path);
  expect(begun).toMatchObject({ account: plan.account, baseUrl: "http://127.0.0.1:1", aliases: ["", "globex"] });
  expect(entries.map(({ type }) => type)).toEqual(["begin", "sending", "settled", "applied"]);
});

test("a journal ends with what is neither as before a write nor as it was to leave it", () => {
  const path = join(folder, "a.journal");
  const journal = journalIn(path);
  journal.sending(write, []);
  const [configuration, address] = [configurationId("a"), declare("a").address];
  const lost = { configuration, address, path: "risk_threshold", before: 3, after: 3, now: undefined };
  expect(journal.ended(ends, false, [lost])).toEqual([]);
  const { now: _notSet, ...kept } = lost;
  expect(readJournal(path).entries.at(-1)).toMatchObject({ type: "applied", verified: false, unexpected: [kept] });
});

test("a journal that is cut off anywhere tells what its whole lines say, or is named and passed over", () => {
  const path = join(folder, "a.journal");
  const journal = journalIn(path);
  journal.sending(write, []);
  journal.settled({ write, status: "succeeded" });
  journal.ended(ends, true, []);
  journal.close();
  const bytes = readFileSync(path);
  const account = { id: plan.account.id, baseUrl: "http://127.0.0.1:1" };
  const lineEnds = [...bytes.toString("latin1").matchAll(/\n/g)].map(({ index }) => index);
  const places = [0, 1, 100, ...lineEnds.flatMap((end) => [end - 1, end, end + 1, end + 2]), bytes.length];
  for (const most of places) {
    const cut = bytes.subarray(0, most);
    writeFileSync(path, cut);
    const journals = journalsOf(folder, ["a.journal"]);
    const lines = cut.toString().split("\n").length - 1;
    expect([...journals.of(account)].map((entries) => entries.length)).toEqual(lines === 0 ? [] : [lines]);
    expect(journals.problems()).toHaveLength(lines === 0 ? 1 : 0);
  }
});

test("a journal does not replace a file that is there", () => {
  const path = join(folder, "a.journal");
  writeFileSync(path, "mine");
  const journal = journalIn(path);
  expect(() => {
    journal.sending(write, []);
  }).toThrow("cannot be written");
  expect(readFileSync(path, "utf8")).toBe("mine");
});

test("a journal is for its owner alone to read", () => {
  const path = join(folder, "a.journal");
  journalIn(path).sending(write, []);
  expect((statSync(path).mode & 0o777).toString(8)).toBe("600");
});

test("no line of a journal holds a key", () => {
  const path = join(folder, "a.journal");
  const journal = journalIn(path);
  journal.sending(write, []);
  expect(() => {
    journal.settled(failed(`it said ${canary}`));
  }).toThrow("it would contain an API key");
  expect(readFileSync(path, "utf8")).not.toContain(canary);
});

test("what could not be written during the apply stays an error, once, and the journal does not end as if it were whole", () => {
  const path = join(folder, "a.journal");
  const journal = journalIn(path);
  journal.sending(write, []);
  for (const again of [1, 2])
    expect(() => {
      journal.settled(failed(`${String(again)}: ${canary}`));
    }).toThrow();
  expect(journal.ended(ends, true, [])).toEqual([]);
  expect(journal.problems()).toMatchObject([{ code: "journal", severity: "error" }]);
  expect(readJournal(path).entries.map(({ type }) => type)).toEqual(["begin", "sending"]);
});

type Path = readonly (string | number)[];

/** Every place in a JSON value, of lists the first item alone. */
function placesIn(value: unknown, at: Path = []): readonly Path[] {
  const children = Array.isArray(value)
    ? value.slice(0, 1).map((each: unknown, index) => [index, each] as const)
    : isObject(value)
      ? Object.entries(value)
      : [];
  return children.flatMap(([key, child]) => [[...at, key], ...placesIn(child, [...at, key])]);
}

/** A copy in which one place is missing, or has another value. */
function without(value: unknown, [key, ...rest]: Path, replacement?: unknown): unknown {
  if (key === undefined) return replacement;
  const copy = Array.isArray(value) ? [...(value as readonly unknown[])] : { ...(value as object) };
  const child = without(Reflect.get(copy, key), rest, replacement);
  if (child !== undefined) Reflect.set(copy, key, child);
  else if (Array.isArray(copy)) copy.splice(Number(key), 1);
  else Reflect.deleteProperty(copy, key);
  return copy;
}

/** What a place is given instead; the first is nothing at all. */
const others: readonly unknown[] = [undefined, null, 7, "x", {}, [{}]];

/** Each place of a value damaged in each way. */
const damaged = (value: unknown): readonly { readonly place: Path; readonly value: unknown }[] =>
  placesIn(value).flatMap((place) => others.map((other) => ({ place, value: without(value, place, other) })));

/** The attempt ends in an error for the user; any other fails the test. */
async function isRefused(attempt: () => unknown): Promise<boolean> {
  try {
    await attempt();
    return false;
  } catch (thrown) {
    if (thrown instanceof ScanformError) return true;
    throw thrown;
  }
}

const [acme] = builtinSeed.accounts;

/** Every kind of declaration, in an account with a finding. */
const app: App = {
  ...everyday,
  provider: { managed_scope: { all: true } },
  triages: { key: { ...wontFix, expires: "2199-01-01" } },
};
const everything = (): Promise<Desk> => {
  const scans = (acme?.scans ?? []).filter(({ findings = [] }) => findings.some(({ id }) => id === findingId));
  return desk(app, seedOf({ scans: scans.map((each) => ({ ...each, repository_id: repositoryId(0) })) }));
};

/** No write of what follows takes effect. */
function refuseWrites({ emulator }: Desk): void {
  emulator.setFaults(
    (["POST", "PUT", "PATCH", "DELETE"] as const).map((method) => ({ fault: "status", status: 403, method })),
  );
}

const journalOf = ({ folder }: Desk): string => join(".scanform", readdirSync(join(folder, ".scanform"))[0] ?? "");

test("a journal is refused in a sentence, whatever is missing or of another kind in it", async () => {
  const at = await everything();
  await at.apply("--prune", "--force");
  refuseWrites(at);
  const journal = journalOf(at);
  const path = join(at.folder, journal);
  const lines = readFileSync(path, "utf8").trimEnd().split("\n");
  const damages = lines.flatMap((line, number) => damaged(JSON.parse(line)).map((each) => ({ ...each, number })));
  const property = fc.asyncProperty(fc.constantFrom(...damages), async ({ number, place, value }) => {
    writeFileSync(path, `${lines.with(number, JSON.stringify(value)).join("\n")}\n`);
    if (await isRefused(() => readJournal(path))) return;
    // a rollback reads what was sent, and drift what was read back; both read the first line
    const isEnd = number === lines.length - 1;
    for (const argv of [
      ...(isEnd ? [] : [["rollback", journal]]), // asks, and ends since nobody is there
      ...(isEnd || number === 0 ? [["drift", "--synthesized", "app", "--since", journal]] : []),
    ]) {
      const { err } = await at.run(argv);
      const what = [argv[0], number, place.join(".")];
      expect([...what, err]).toEqual([...what, expect.not.stringContaining("[internal]")]);
    }
  });
  await fc.assert(property, { numRuns: 40 });
});

test("files that another program has saved with a byte order mark, or in UTF-16, are read", async () => {
  const at = await everything();
  await at.plan("--out", "saved.plan", "--prune", "--force");
  for (const name of ["saved.plan", "app/manifest.json"]) {
    const path = join(at.folder, name);
    writeFileSync(path, `\uFEFF${readFileSync(path, "utf8")}`);
  }
  const bytes = Buffer.from(readFileSync(join(at.folder, "saved.plan"), "utf8"), "utf16le");
  writeFileSync(join(at.folder, "sixteen.plan"), bytes);
  expect((await at.plan()).code).toBe(0);
  for (const name of ["saved.plan", "sixteen.plan"]) expect((await at.run(["show", name])).code).toBe(0);
});

/** The command lines that are given a file. */
const commandLines: readonly (readonly [line: string, argv: (file: string) => readonly string[]])[] = [
  ["show", (file) => ["show", file]],
  ["apply", (file) => ["apply", file]],
  ["apply --reviewed", (file) => ["apply", "--synthesized", "app", "--reviewed", file]],
  ["rollback", (file) => ["rollback", file]],
  ["drift --since", (file) => ["drift", "--synthesized", "app", "--since", file]],
  ["show --since", (file) => ["show", "saved.plan", "--since", file]],
  ["policy check", (file) => ["policy", "check", "--plan", file, "--policy", "none.policy.mjs"]],
  ["approve check", (file) => ["approve", "check", "--plan", file, "--repository", "a/b", "--pull", "1"]],
  ["emulator --seed", (file) => ["emulator", "--seed", file]],
  ["emulator --profile", (file) => ["emulator", "--profile", file]],
  ["emulator --faults", (file) => ["emulator", "--faults", file]],
];

const noFiles = [
  ["nothing", "gone.json", "there is no such file"],
  ["a folder", "app", "it is a folder"],
  ["a device without an end", "/dev/zero", "it is a device, and not a file"],
] as const;

test.each(commandLines)("%s says why it cannot read what is no file, in plain words", async (line, argv) => {
  const at = await desk(everyday);
  await at.plan("--out", "saved.plan");
  for (const [, file, words] of noFiles) {
    if (line === "drift --since" && file === "app") continue; // the folder of the journals
    const { code, err } = await at.run(argv(file));
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining(`cannot be read: ${words}.`) as string });
    expect(err).not.toMatch(/E[A-Z]{3,}:/);
  }
});

test("a key is read from a file, and neither from a folder nor from a device", async () => {
  const at = await desk(everyday);
  for (const [, file, words] of noFiles) {
    const { SCANFORM_API_KEY: _key, ...env } = at.env;
    const { code, err } = await at.run(["list", "accounts"], { env: { ...env, SCANFORM_API_KEY_FILE: file } });
    expect(code).toBe(1);
    expect(err).toContain(`The file that SCANFORM_API_KEY_FILE names cannot be read: ${words}.`);
  }
});

test("a pipe is a file, as a shell gives it for <(command)", async () => {
  const at = await desk(everyday);
  expect((await at.plan("--out", "saved.plan")).code).toBe(0);
  const pipe = join(at.folder, "pipe");
  execFileSync("mkfifo", [pipe]);
  const writer = spawn("sh", ["-c", `cat saved.plan > pipe`], { cwd: at.folder });
  const shown = await at.run(["show", "pipe"]);
  await once(writer, "close");
  execFileSync("rm", [pipe]);
  expect(shown).toEqual(await at.run(["show", "saved.plan"]));
});

test("new files are taken back with the folders that were made for them, and no others", () => {
  mkdirSync(join(folder, "there"));
  const texts = { "there/a.ts": "a", ".github/workflows/b.yml": "b", "c.ts": "c" };
  const files = writeNewFiles(folder, texts);
  expect(readFileSync(join(folder, ".github/workflows/b.yml"), "utf8")).toBe("b");
  expect(files.undo()).toEqual([]);
  expect(readdirSync(folder)).toEqual(["there"]);
  const made = join(folder, "made", "below");
  expect(writeNewFiles(made, { "a.ts": "a" }).undo()).toEqual([]);
  expect(existsSync(join(folder, "made"))).toBe(false);
});

test("new files are named where they cannot be taken back", () => {
  const files = writeNewFiles(join(folder, "made"), { "a.ts": "a" });
  writeFileSync(join(folder, "made", "mine.ts"), "");
  expect(files.undo()).toEqual([join(folder, "made")]);
  expect(readdirSync(join(folder, "made"))).toEqual(["mine.ts"]);
});

test("new files are not written at all where the last of them is there already", () => {
  writeFileSync(join(folder, "b.ts"), "mine");
  expect(() => writeNewFiles(folder, { "a.ts": "a", "b.ts": "b" })).toThrow("already exists");
  expect(readdirSync(folder)).toEqual(["b.ts"]);
  expect(readFileSync(join(folder, "b.ts"), "utf8")).toBe("mine");
});

test("new files are all taken back where one of them cannot be written", () => {
  expect(() => writeNewFiles(folder, { "a.ts": "a", "b.ts": "b", "b.ts/c.ts": "c" })).toThrow("Nothing was written.");
  expect(readdirSync(folder)).toEqual([]);
});

test("a file that cannot be replaced stays as it is, and nothing is left beside it", () => {
  const path = join(folder, "a.plan");
  replaceFile(path, "before");
  jest.spyOn(fs, "renameSync").mockImplementation(() => {
    throw new Error("no space");
  });
  expect(() => {
    replaceFile(path, "after");
  }).toThrow("no space");
  expect(readdirSync(folder)).toEqual(["a.plan"]);
  expect(readFileSync(path, "utf8")).toBe("before");
});
