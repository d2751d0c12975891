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
import { canary } from "../support/account";
import { type App, everyday } from "../support/declare";
import { desk, type Desk } from "../support/desk";
import { triageDesk, wontFix } from "../support/triages";

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

const app: App = { ...everyday, provider: { managed_scope: { all: true } } };

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

const makers = {
  "a declaration": async () => {
    const at = await desk(app);
    await at.plan("--out", "saved.plan", "--prune", "--force");
    return at;
  },
  triages: async () => {
    const at = await triageDesk({ key: { ...wontFix, expires: "2199-01-01" } });
    await at.plan("--out", "saved.plan");
    return at;
  },
  "a rollback": async () => {
    const at = await desk(app);
    await at.apply("--prune", "--force");
    await at.run(["rollback", journalOf(at), "--out", "saved.plan"]);
    return at;
  },
} as const;

test.each(Object.values(makers).map((make, at) => [Object.keys(makers)[at], make] as const))(
  "a plan file of %s is refused in a sentence, whatever is missing or of another kind in it",
  async (_name, make) => {
    const at = await make();
    refuseWrites(at);
    const path = join(at.folder, "saved.plan");
    const file = JSON.parse(readFileSync(path, "utf8")) as { readonly body: unknown };
    const { reader, close } = remembering(at);
    for (const { place, value: body } of damaged(file.body)) {
      const text = JSON.stringify({ ...file, body, checksum: fingerprint(JSON.stringify(body)) });
      // most are refused when the text is read, or when it is planned again, which takes no time without the command
      if (await isRefused(() => Promise.all(parsePlanFile(path, text).map((saved) => replan(reader, saved, "it")))))
        continue;
      writeFileSync(path, text);
      const { err } = await at.run(["apply", "saved.plan", "--again"]);
      expect([place.join("."), err]).toEqual([place.join("."), expect.not.stringContaining("[internal]")]);
    }
    await close();
  },
  patience,
);

const journaled = {
  "a declaration": async () => {
    const at = await desk(app);
    await at.apply("--prune", "--force");
    return at;
  },
  triages: async () => {
    const at = await triageDesk();
    await at.apply();
    return at;
  },
} as const;

test.each(Object.values(journaled).map((make, at) => [Object.keys(journaled)[at], make] as const))(
  "a journal of %s is refused in a sentence, whatever is missing or of another kind in it",
  async (_name, make) => {
    const at = await make();
    refuseWrites(at);
    const journal = journalOf(at);
    const path = join(at.folder, journal);
    const lines = readFileSync(path, "utf8").trimEnd().split("\n");
    for (const [number, line] of lines.entries())
      for (const { place, value } of damaged(JSON.parse(line))) {
        writeFileSync(path, `${lines.with(number, JSON.stringify(value)).join("\n")}\n`);
        if (await isRefused(() => readJournal(path))) continue;
        // a rollback reads what was sent, and drift what was read back; both read the first line
        const isEnd = line.includes('"type":"applied"');
        for (const argv of [
          ...(isEnd ? [] : [["rollback", journal, "--auto-approve", "--journal", "other"]]),
          ...(isEnd || number === 0 ? [["drift", "--synthesized", "app", "--since", journal]] : []),
        ]) {
          const { err } = await at.run(argv);
          const what = [argv[0], number, place.join(".")];
          expect([...what, err]).toEqual([...what, expect.not.stringContaining("[internal]")]);
        }
      }
  },
  patience,
);

test.each([
  ["is missing", '"target":', '"aim":'],
  ["has neither a configuration nor leave", '"target":{"leave":true}', '"target":{}'],
  ["leaves in another way than true", '"leave":true', '"leave":false'],
])("a rule whose target %s is named as the damage of a plan file and of a journal", async (_what, from, to) => {
  const at = await desk(app);
  await at.plan("--out", "saved.plan");
  const plan = join(at.folder, "saved.plan");
  const file = JSON.parse(readFileSync(plan, "utf8")) as { readonly body: unknown };
  await at.apply();
  const text = JSON.stringify(file.body).replace(from, to);
  writeFileSync(plan, JSON.stringify({ ...file, body: JSON.parse(text) as unknown, checksum: fingerprint(text) }));
  const journal = journalOf(at);
  const path = join(at.folder, journal);
  writeFileSync(path, readFileSync(path, "utf8").replace(from, to));
  for (const argv of [
    ["show", "saved.plan"],
    ["apply", "saved.plan"],
  ])
    expect((await at.run(argv)).err).toContain("[plan-file-unreadable]");
  for (const argv of [
    ["rollback", journal],
    ["drift", "--synthesized", "app", "--since", journal],
  ])
    expect((await at.run(argv)).err).toMatch(/\[journal\]\n {2}.* is damaged in line \d+\./);
});
