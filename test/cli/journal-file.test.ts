import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Secrets } from "../../src/cli/credentials/secrets";
import { type JournalFile, journalFile, readJournal } from "../../src/cli/journal-file";
import { journalsOf } from "../../src/cli/since";
import { configurationId } from "../../src/model/ids";
import type { WriteResult } from "../../src/reconcile/apply/write-result";
import type { Plan } from "../../src/reconcile/plan/plan";
import type { Write } from "../../src/reconcile/plan/write";
import { ServiceClient } from "../../src/service/service-client";
import { declare, desired, live, planned } from "../reconcile/account";
import { canary } from "../support/account";

const plan = planned(desired([declare("a", { comment: "enabled" })]), live({ a: { settings: { comment: "silent" } } }));
const ends = { configurations: [], repositories: {}, triages: {} };

let folder: string;
const open: (() => unknown)[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "scanform-journal-"));
});
afterEach(async () => {
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

test("a journal that is cut off at any byte tells what its whole lines say, or is named and passed over", () => {
  const path = join(folder, "a.journal");
  const journal = journalIn(path);
  journal.sending(write, []);
  journal.settled({ write, status: "succeeded" });
  journal.ended(ends, true, []);
  journal.close();
  const bytes = readFileSync(path);
  const account = { id: plan.account.id, baseUrl: "http://127.0.0.1:1" };
  for (let most = 0; most <= bytes.length; most += 1) {
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
