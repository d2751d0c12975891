import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { withoutNotices } from "./spawned";
import type { Terminal } from "../../src/cli/io";
import { run } from "../../src/cli/run";
import type { Emulator, ReceivedRequest, Seed } from "../../src/emulator";
import { isObject } from "../../src/model/json";
import { canary, canaryOfAll, seedOf } from "./account";
import { type App, writeSynthesized } from "./declare";
import { startEmulator } from "./emulator";

/** What one command line left behind. */
export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** What is different from an environment with the right key and URL, and a terminal where nobody is. */
export interface Circumstances {
  readonly env?: NodeJS.ProcessEnv;
  /** A folder below that of the desk. */
  readonly cwd?: string;
  readonly interactive?: boolean;
  readonly ask?: Terminal["ask"];
  readonly signal?: AbortSignal;
  /** The time, in milliseconds since 1970. */
  readonly now?: () => number;
  /** What a wait does; without it, every wait is over at once. */
  readonly sleep?: Terminal["sleep"];
  readonly onErr?: (text: string) => void;
}

/** A place to work: a folder of its own, an emulator, and a key that must never be seen again. */
export interface Desk {
  readonly folder: string;
  readonly emulator: Emulator;
  readonly env: NodeJS.ProcessEnv;
  declare(app: App): void;
  /** Runs a command line in this process. */
  run(argv: readonly string[], circumstances?: Circumstances): Promise<Ran>;
  plan(...flags: readonly string[]): Promise<Ran>;
  /** Without asking. */
  apply(...flags: readonly string[]): Promise<Ran>;
  /** What has come that is no GET, since the start or since the log was cleared. */
  writes(): readonly ReceivedRequest[];
}

const open: Desk[] = [];

/**
 * @param app is declared in the folder `app`
 * @param seed of the emulator; a function is called again by a reset
 */
export async function desk(app: App = {}, seed: Seed | (() => Seed) = seedOf()): Promise<Desk> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "scanform-cli-")));
  const emulator = await startEmulator({ seed });
  const env = { SCANFORM_API_KEY: canary, SCANFORM_BASE_URL: emulator.url };
  const made: Desk = {
    folder,
    emulator,
    env,
    declare: (other) => {
      writeSynthesized(join(folder, "app"), other);
    },
    run: (argv, circumstances) =>
      runIn(circumstances?.cwd ?? folder, argv, { ...circumstances, env: circumstances?.env ?? env }),
    plan: (...flags) => made.run(["plan", "--synthesized", "app", ...flags]),
    apply: (...flags) => made.run(["apply", "--synthesized", "app", "--auto-approve", ...flags]),
    writes: () => emulator.requests.filter((each) => each.method !== "GET"),
  };
  made.declare(app);
  open.push(made);
  return made;
}

/** Whatever a test was about, no command may have written a key to a file. */
afterEach(async () => {
  for (const { emulator, folder } of open.splice(0)) {
    await emulator.close();
    const leaks = filesWith(folder, secrets);
    rmSync(folder, { recursive: true });
    expect(leaks).toEqual([]);
  }
});

async function runIn(cwd: string, argv: readonly string[], circumstances: Circumstances): Promise<Ran> {
  let [out, err] = ["", ""];
  const io: Terminal = {
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
      circumstances.onErr?.(text);
    },
    env: { PATH: process.env["PATH"], ...circumstances.env },
    cwd,
    colors: { out: false, err: false },
    interactive: circumstances.interactive ?? false,
    ask: circumstances.ask ?? (() => Promise.reject(new Error("nobody is there to be asked"))),
    // how often is looked matters here, not how long is waited between
    sleep: circumstances.sleep ?? (() => Promise.resolve()),
    ...(circumstances.now === undefined ? {} : { now: circumstances.now }),
    signal: circumstances.signal ?? new AbortController().signal,
  };
  const code = await run(argv, io);
  expect(secrets.filter((each) => (out + err).includes(each))).toEqual([]);
  return { code, out, err: withoutNotices(err) };
}

/** The keys, and every piece of one that is long enough to be recognized. */
const secrets = [canary, canaryOfAll].flatMap((key) => [
  key,
  key.slice(0, 14),
  key.slice(-12),
  Buffer.from(key).toString("base64"),
  Buffer.from(key).toString("hex"),
]);

/** The secrets are in nothing that was printed, nor in any file of the folder. */
export function expectNoSecret(folder: string, { out, err }: Pick<Ran, "out" | "err">): void {
  expect(secrets.filter((each) => (out + err).includes(each))).toEqual([]);
  expect(filesWith(folder, secrets)).toEqual([]);
}

/** The files below a folder that hold one of these texts. */
export const filesWith = (folder: string, texts: readonly string[]): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => {
    const path = join(folder, name);
    if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return false;
    const content = readFileSync(path, "latin1");
    return texts.some((text) => content.includes(text) || name.includes(text));
  });

/** The one JSON value that stdout is. */
export function jsonOf({ out }: Ran): Readonly<Record<string, unknown>> {
  const json: unknown = JSON.parse(out);
  if (!isObject(json)) throw new Error(`no object: ${out}`);
  return json;
}

/** The document of a plan or of an apply, or of an error: valid by the JSON Schema in the package. */
export function documentOf(ran: Ran): Readonly<Record<string, unknown>> {
  const document = jsonOf(ran);
  expect(planDocumentProblems(document)).toEqual([]);
  return document;
}

/** The only account of the document. */
export function accountOf(ran: Ran): Readonly<Record<string, unknown>> {
  const [only, ...more] = documentOf(ran)["accounts"] as readonly Readonly<Record<string, unknown>>[];
  if (only === undefined || more.length > 0) throw new Error(`not one account: ${ran.out}`);
  return only;
}
