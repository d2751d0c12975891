import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { readJournal } from "../../src/cli/journal-file";
import { ScanformError } from "../../src/diagnostics/error";
import { isObject } from "../../src/model/json";
import { builtinSeed } from "../../src/emulator";
import { repositoryId, seedOf } from "../support/account";
import { type App, everyday } from "../support/declare";
import { desk, type Desk } from "../support/desk";
import { findingId, wontFix } from "../support/triages";

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
  await fc.assert(property, { numRuns: 100 });
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
