import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readJournal } from "../../src/cli/journal-file";
import { parsePlanFile } from "../../src/cli/plan-file";
import { ScanformError } from "../../src/diagnostics/error";
import { fingerprint } from "../../src/model/fingerprint";
import { isObject } from "../../src/model/json";
import type { Reader } from "../../src/reconcile/ports";
import { replan } from "../../src/reconcile/refresh/replan";
import { ServiceClient } from "../../src/service/service-client";
import { builtinSeed } from "../../src/emulator";
import { canary, repositoryId, seedOf } from "../support/account";
import { type App, everyday } from "../support/declare";
import { desk, type Desk } from "../support/desk";
import { findingId, wontFix } from "../support/triages";

/** Milliseconds: hundreds of files are tried one after the other, on whatever else the machine does. */
const patience = 120_000;

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

/** Each place damaged in two ways, all ways in turn. */
const damaged = (value: unknown): readonly { readonly place: Path; readonly value: unknown }[] =>
  placesIn(value).flatMap((place, at) =>
    [undefined, others[1 + (at % (others.length - 1))]].map((other) => ({
      place,
      value: without(value, place, other),
    })),
  );

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

/** Reads the account of a desk, each list and object once: what is tried changes nothing there. */
function remembering({ emulator }: Desk): { readonly reader: Reader; readonly close: () => Promise<void> } {
  const client = new ServiceClient({ baseUrl: emulator.url, apiKey: canary, readOnly: true });
  const answers = new Map<string, unknown>();
  const reader = new Proxy<Reader>(client, {
    get:
      (_target, name: keyof Reader) =>
      (...given: readonly unknown[]): unknown => {
        const asked = JSON.stringify([name, given]);
        if (!answers.has(asked))
          answers.set(asked, Reflect.apply(Reflect.get(client, name) as () => unknown, client, given));
        return answers.get(asked);
      },
  });
  return { reader, close: () => client.close() };
}

const journalOf = ({ folder }: Desk): string => join(".scanform", readdirSync(join(folder, ".scanform"))[0] ?? "");

test.each<[string, (at: Desk) => Promise<unknown>]>([
  ["a declaration", (at) => at.plan("--out", "saved.plan", "--prune", "--force")],
  [
    "a rollback",
    async (at) => {
      await at.apply("--prune", "--force");
      await at.run(["rollback", journalOf(at), "--out", "saved.plan"]);
    },
  ],
])(
  "a plan file of %s is refused in a sentence, whatever is missing or of another kind in it",
  async (_name, save) => {
    const at = await everything();
    await save(at);
    refuseWrites(at);
    const path = join(at.folder, "saved.plan");
    const file = JSON.parse(readFileSync(path, "utf8")) as { readonly body: unknown };
    const { reader, close } = remembering(at);
    for (const { place, value: body } of damaged(file.body)) {
      // the document is compared whole, so that one place in it stands for all
      if (place[2] === "plan" && place.length > 4) continue;
      const text = JSON.stringify({ ...file, body, checksum: fingerprint(JSON.stringify(body)) });
      // most are refused when the text is read, or when it is planned again, which takes no time without the command
      if (await isRefused(() => Promise.all(parsePlanFile(path, text).map((saved) => replan(reader, saved, "it")))))
        continue;
      writeFileSync(path, text);
      // the report is what is shown; an apply makes its own
      const { err } = await at.run(place[2] === "report" ? ["show", "saved.plan"] : ["apply", "saved.plan", "--again"]);
      expect([place.join("."), err]).toEqual([place.join("."), expect.not.stringContaining("[internal]")]);
    }
    await close();
  },
  patience,
);

test(
  "a journal is refused in a sentence, whatever is missing or of another kind in it",
  async () => {
    const at = await everything();
    await at.apply("--prune", "--force");
    refuseWrites(at);
    const journal = journalOf(at);
    const path = join(at.folder, journal);
    const lines = readFileSync(path, "utf8").trimEnd().split("\n");
    const firstSettled = lines.findIndex((line) => line.includes('"settled"'));
    for (const [number, line] of lines.entries()) {
      if (line.includes('"settled"') && number !== firstSettled) continue; // they are all alike
      for (const { place, value } of damaged(JSON.parse(line))) {
        writeFileSync(path, `${lines.with(number, JSON.stringify(value)).join("\n")}\n`);
        if (await isRefused(() => readJournal(path))) continue;
        // a rollback reads what was sent, and drift what was read back; both read the first line
        const isEnd = line.includes('"type":"applied"');
        for (const argv of [
          ...(isEnd ? [] : [["rollback", journal]]), // asks, and ends since nobody is there
          ...(isEnd || number === 0 ? [["drift", "--synthesized", "app", "--since", journal]] : []),
        ]) {
          const { err } = await at.run(argv);
          const what = [argv[0], number, place.join(".")];
          expect([...what, err]).toEqual([...what, expect.not.stringContaining("[internal]")]);
        }
      }
    }
  },
  patience,
);

test.each([
  ["is missing", '"target":', '"aim":'],
  ["has neither a configuration nor leave", '"target":{"leave":true}', '"target":{}'],
  ["leaves in another way than true", '"leave":true', '"leave":false'],
])("a plan file in which the target of a rule %s is refused as damaged", async (_what, from, to) => {
  const at = await everything();
  await at.plan("--out", "saved.plan");
  const plan = join(at.folder, "saved.plan");
  const file = JSON.parse(readFileSync(plan, "utf8")) as { readonly body: unknown };
  const text = JSON.stringify(file.body).replace(from, to);
  writeFileSync(plan, JSON.stringify({ ...file, body: JSON.parse(text) as unknown, checksum: fingerprint(text) }));
  for (const argv of [
    ["show", "saved.plan"],
    ["apply", "saved.plan"],
  ])
    expect((await at.run(argv)).err).toContain("[plan-file-unreadable]");
});

test("files that another program has saved with a byte order mark, or in UTF-16, are read", async () => {
  const at = await everything();
  await at.plan("--out", "saved.plan", "--document", "document.json", "--prune", "--force");
  for (const name of ["saved.plan", "app/manifest.json"]) {
    const path = join(at.folder, name);
    writeFileSync(path, `\uFEFF${readFileSync(path, "utf8")}`);
  }
  const document = join(at.folder, "document.json");
  const sixteen = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(readFileSync(document, "utf8"), "utf16le")]);
  writeFileSync(document, sixteen);
  expect((await at.plan()).code).toBe(0);
  expect((await at.run(["show", "saved.plan"])).code).toBe(0);
  expect((await at.run(["compare", "document.json", "document.json"])).code).toBe(0);
});
