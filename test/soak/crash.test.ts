import { cpSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { readJournal } from "../../src/cli/journal-file";
import type { ReceivedRequest, Seed } from "../../src/emulator";
import { accountId } from "../support/account";
import { accountOf, type Circumstances, desk, type Desk } from "../support/desk";
import { forward, proxy } from "../support/proxy";
import { spawnScanform } from "../support/spawned";
import { app, seed } from "./every-write";
import { table, testFigures } from "./figures";

const title = "An apply that is killed";

/** One write of every kind: POST, PUT, PATCH, bulk_update, assign_repositories and DELETE. */
const kinds = 6;
const moments = ["before it takes effect", "after it took effect"] as const;
const kills = Array.from({ length: kinds }, (_, at) => at + 1).flatMap((write) =>
  moments.map((moment) => ({ write, moment })),
);

const applying = ["apply", "--synthesized", "app", "--auto-approve", "--prune", "--force"];

/** What there is, by name: what was deleted and is made again has another id. */
function live({ emulator }: Desk) {
  const configurations = emulator.store.configurations(accountId);
  const nameOf = new Map(configurations.map((each) => [each.id, each.name]));
  return {
    configurations: configurations.map(({ name, configuration }) => [name, configuration]).toSorted(),
    repositories: emulator.store
      .repositories(accountId)
      .map((each) => [each.name, each.configuration_id === null ? null : nameOf.get(each.configuration_id)]),
  };
}

/**
 * Applies in a process of its own, which is killed at its nth write. What it sent besides has no effect any more.
 *
 * @returns where it believed the service to be
 */
async function killed(at: Desk, nth: number, moment: (typeof moments)[number]): Promise<Circumstances> {
  const passing: Promise<unknown>[] = [];
  let writes = 0;
  let over = false;
  const { url } = await proxy(at.emulator.url, ({ method, pass }, answer) => {
    if (over || method === "GET") return undefined;
    writes += 1;
    if (writes > nth || (writes === nth && moment === "before it takes effect")) {
      child.kill("SIGKILL");
      answer.destroy();
      return Promise.resolve();
    }
    const fatal = writes === nth;
    const passed = pass();
    passing.push(passed);
    return passed.then((from) => {
      if (!fatal) return forward(from, answer);
      child.kill("SIGKILL");
      answer.destroy();
      return undefined;
    });
  });
  const env = { ...at.env, SCANFORM_BASE_URL: url };
  const { child, done } = spawnScanform(applying, { cwd: at.folder, env });
  expect((await done).code).toBe(-1);
  await Promise.all(passing);
  over = true;
  return { env };
}

/** The configuration that the apply creates. */
const isOurs = ([name]: readonly unknown[]): boolean => name === "strict";

const journalOf = (at: Desk): string => join(".scanform", readdirSync(join(at.folder, ".scanform")).sort()[0] ?? "");

const figures = { converged: 0, undone: 0 };
let finished: ReturnType<typeof live>;

test("the whole of it is one write of every kind", async () => {
  const at = await desk(app, seed);
  const ran = await at.run(applying);
  expect(ran.code).toBe(0);
  const kindOf = ({ method, path }: ReceivedRequest): string => `${method} ${/[a-z_]+$/.exec(path)?.[0] ?? ""}`;
  expect(new Set(at.writes().map(kindOf)).size).toBe(kinds);
  expect(at.writes()).toHaveLength(kinds);
  finished = live(at);
});

test.each(kills)(
  "an apply that is killed at write $write, $moment, is undone by its journal, and brought to its end by the next one",
  async ({ write, moment }) => {
    let state: Seed = seed;
    const at = await desk(app, () => state);
    const before = live(at);
    const same = await killed(at, write, moment);
    const [ours, kept] = [".scanform", "kept"].map((name) => join(at.folder, name)) as [string, string];
    state = at.emulator.snapshot();
    cpSync(ours, kept, { recursive: true });

    const journal = journalOf(at);
    const { entries } = readJournal(join(at.folder, journal));
    expect(entries.some(({ type }) => type === "sending")).toBe(true);
    const creation = entries.find((each) => each.type === "sending" && each.write.kind === "create");
    const isUnanswered = !entries.some((each) => each.type === "settled" && each.created !== undefined);
    const isCreated = live(at).configurations.some(isOurs);
    const undone = await at.run(["rollback", journal, "--auto-approve", "--json"], same);
    expect(accountOf(undone)).toMatchObject({ verified: true });
    const { configurations, repositories } = live(at);
    expect({ configurations: configurations.filter((each) => !isOurs(each)), repositories }).toEqual(before);
    // what may have been created is named, and never deleted
    const stays = isCreated && creation !== undefined && isUnanswered;
    expect([undone.code, configurations.some(isOurs)]).toEqual(stays ? [5, true] : [0, false]);
    figures.undone += 1;

    // the account and the folder as they were after the kill
    at.emulator.reset();
    rmSync(ours, { recursive: true });
    cpSync(kept, ours, { recursive: true });
    const next = await at.run([...applying, "--json"]);
    expect(next.code).toBe(0);
    expect(accountOf(next)).toMatchObject({ verified: true });
    // nothing is doubled, and nothing is lost
    expect(live(at)).toEqual(finished);
    figures.converged += 1;
    expect((await at.plan("--prune", "--detailed-exitcode")).code).toBe(0);
  },
);

const text = (): string => `
\`scanform apply\`, in a process of its own, is killed with SIGKILL at each of its ${String(kinds)} writes in turn (POST, PUT,
PATCH, bulk_update, assign_repositories, DELETE), once before the write has taken effect and once after, when its answer
was still on the way.

${table(
  ["then", "times", "as it should be"],
  [
    ["the same is applied again: all as declared, nothing doubled, nothing lost", kills.length, figures.converged],
    [
      "`scanform rollback` of the journal: all as it was, but for what may have been created",
      kills.length,
      figures.undone,
    ],
  ],
)}
`;

testFigures(title, text);
