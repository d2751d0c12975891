import type { Seed, SeedAccount } from "../../src/emulator";
import { isObject } from "../../src/model/json";
import type { Desk } from "./desk";

/** A run of scanform: what is given to it, and what it leaves behind. */
interface Step {
  readonly code: number;
  /** What the account holds otherwise than before; nothing if left out. */
  readonly changed?: readonly string[];
  /** What somebody at the terminal answers; nobody is there if left out. */
  readonly answer?: "yes" | "no";
  readonly env?: NodeJS.ProcessEnv;
}

/** Plays what several people do over days with one account, and keeps every screen. */
export class Diary {
  readonly at: Desk;
  readonly #pages: string[] = [];
  /** The ids that the emulator has made, oldest first. */
  readonly #made: string[] = [];
  readonly #known: ReadonlySet<string>;
  #date = "";

  /** @param at whose emulator has one account */
  constructor(at: Desk) {
    this.at = at;
    this.#known = new Set(this.#account().configurations?.map(({ id = "" }) => id));
  }

  /** @param date such as 2032-03-01 */
  day(name: string, date: string): void {
    this.#date = date;
    this.#pages.push(`==== ${name} ${date} ====\n`);
  }

  /** Somebody runs scanform at a time such as 09:30. Expects the exit code, and what has changed in the account. */
  async run(
    time: string,
    what: string,
    argv: readonly string[],
    { code, changed = [], answer, env }: Step,
  ): Promise<void> {
    const before = this.#account();
    const now = (): number => Date.parse(`${this.#date}T${time}:00Z`);
    let asked = "";
    const ask = (question: string): Promise<string | undefined> => {
      asked += `---- asked before anything was written\n${question}${answer ?? ""}\n`;
      return Promise.resolve(answer);
    };
    const ran = await this.at.run(argv, { now, ask, interactive: answer !== undefined, ...(env && { env }) });
    const found = changes(before, this.#account());
    const command = argv.map((each) => (/^[\w./%-]+$/.test(each) ? each : `'${each}'`)).join(" ");
    const err = ran.err === "" ? "" : `---- stderr\n${ran.err}`;
    this.#write(
      `${time} ${what}\n$ scanform ${command}\n${ran.out}${asked}${err}---- exit ${String(ran.code)}; ${inAccount(found)}\n`,
    );
    expect({ what, code: ran.code, changed: found }).toEqual({ what, code, changed });
  }

  /** Something happens that scanform has no part in. */
  async elsewhere(time: string, what: string, act: () => Promise<void> | void, changed: readonly string[]) {
    const before = this.#account();
    await act();
    const found = changes(before, this.#account());
    this.#write(`${time} ${what}\n---- ${inAccount(found)}\n`);
    expect({ what, changed: found }).toEqual({ what, changed });
  }

  /** All screens, without what differs from run to run: the address of the service, ids that it makes, and digests. */
  text(): string {
    return this.#pages.join("\n");
  }

  #write(page: string): void {
    for (const { id = "" } of this.#account().configurations ?? [])
      if (!this.#known.has(id) && !this.#made.includes(id)) this.#made.push(id);
    let text = page.replaceAll(/^.*\r/gm, "").replaceAll(this.at.emulator.url, "https://findings.example.com");
    text = text.replaceAll(new URL(this.at.emulator.url).host, "findings.example.com");
    for (const [index, id] of this.#made.entries()) {
      const named = `made${String(index).padStart(4, "0")}`;
      text = text.replaceAll(id, `${named}-0000-4000-8000-000000000000`).replaceAll(id.slice(0, 8), named);
    }
    this.#pages.push(text.replaceAll(/(?<=digest )[0-9a-f]{12}/g, "<digest>"));
  }

  #account(): SeedAccount {
    const [account] = this.at.emulator.snapshot().accounts;
    if (account === undefined) throw new Error("the emulator has no account");
    return account;
  }
}

const inAccount = (found: readonly string[]): string =>
  found.length === 0
    ? "the account is as before"
    : `the account has changed:\n${found.map((each) => `  ${each}\n`).join("")}`.trimEnd();

/** What one state of an account has otherwise than another, in words. */
function changes(before: SeedAccount, after: SeedAccount): readonly string[] {
  return [...configurationChanges(before, after), ...repositoryChanges(before, after), ...triageChanges(before, after)];
}

function* configurationChanges(before: SeedAccount, after: SeedAccount): Generator<string> {
  const [from, to] = [before, after].map(
    ({ configurations = [] }) => new Map(configurations.map((each) => [each.id, each])),
  );
  for (const id of new Set([...(from?.keys() ?? []), ...(to?.keys() ?? [])])) {
    const [then, now] = [from?.get(id), to?.get(id)];
    const called = `configuration ${String((then ?? now)?.name)}`;
    if (then === undefined || now === undefined) yield `${called} is ${then === undefined ? "created" : "deleted"}`;
    else {
      if (then.name !== now.name) yield `${called} is named ${String(now.name)}`;
      const [old, current] = [leaves(then.configuration), leaves(now.configuration)];
      for (const path of new Set([...old.keys(), ...current.keys()]))
        if (old.get(path) !== current.get(path))
          yield `${called}: ${path} ${old.get(path) ?? "not set"} -> ${current.get(path) ?? "not set"}`;
    }
  }
}

/** The values of an object by their paths, as JSON. */
const leaves = (value: unknown, path = ""): ReadonlyMap<string, string> =>
  isObject(value)
    ? new Map(Object.entries(value).flatMap(([key, each]) => [...leaves(each, path === "" ? key : `${path}.${key}`)]))
    : new Map([[path, JSON.stringify(value)]]);

/** More repositories than this that go the same way are counted. */
const mostNamed = 3;

function* repositoryChanges(before: SeedAccount, after: SeedAccount): Generator<string> {
  const [from, to] = [before, after].map(
    ({ repositories = [] }) => new Map(repositories.map((each) => [each.id, each])),
  );
  const ways = new Map<string, string[]>();
  for (const id of new Set([...(from?.keys() ?? []), ...(to?.keys() ?? [])])) {
    const [then, now] = [from?.get(id), to?.get(id)];
    const called = `repository ${String((then ?? now)?.name)}`;
    if (then === undefined || now === undefined) yield `${called} is ${then === undefined ? "created" : "deleted"}`;
    else {
      if (then.name !== now.name) yield `${called} is named ${String(now.name)}`;
      if (then.configuration_id !== now.configuration_id) {
        const way = `${nameOf(before, then.configuration_id)} -> ${nameOf(after, now.configuration_id)}`;
        ways.set(way, [...(ways.get(way) ?? []), called]);
      }
    }
  }
  for (const [way, names] of ways)
    yield* names.length > mostNamed
      ? [`${String(names.length)} repositories: ${way}`]
      : names.map((each) => `${each}: ${way}`);
}

const nameOf = ({ configurations = [] }: SeedAccount, id: string | null | undefined): string =>
  configurations.find((each) => each.id === id)?.name ?? "none";

function* triageChanges(before: SeedAccount, after: SeedAccount): Generator<string> {
  const [from, to] = [before, after].map(
    ({ triage = [] }) => new Map(triage.map((each) => [each.finding_id, each.category])),
  );
  for (const id of new Set([...(from?.keys() ?? []), ...(to?.keys() ?? [])]))
    if (from?.get(id) !== to?.get(id)) yield `finding ${id}: ${from?.get(id) ?? "none"} -> ${to?.get(id) ?? "none"}`;
}

/** A seed of which the repositories can be changed as a code host would: by a reset to the changed state. */
export function changeable(first: Seed): {
  readonly seed: () => Seed;
  readonly change: (at: Desk, repositories: (now: SeedAccount["repositories"]) => SeedAccount["repositories"]) => void;
} {
  let state = first;
  return {
    seed: () => state,
    change: ({ emulator }, repositories) => {
      const now = emulator.snapshot();
      state = {
        ...now,
        accounts: now.accounts.map((each) => ({ ...each, repositories: repositories(each.repositories) ?? [] })),
      };
      emulator.reset();
    },
  };
}
