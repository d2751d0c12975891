import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { error } from "../diagnostics/diagnostic";
import { fail, ScanformError } from "../diagnostics/error";
import { isObject } from "../model/json";
import { parseJsonOrNothing } from "../model/parse-json";
import type { AccountDocument } from "../report/document";
import type { Said } from "../policy/run";
import { type Waiver, waiverProblems } from "../policy/waivers";
import type { DocumentFinding } from "../report/policy-review";
import type { Io } from "./io";
import type { Asked } from "./policy-child";
import { runApp, sayFor, wordsOf } from "./run-app";
import { typescriptOptions } from "./typescript-options";

/** What the policies of a file say. */
export interface Answers {
  readonly policies: readonly { readonly name: string; readonly fix?: string; readonly link?: string }[];
  readonly waivers: readonly Waiver[];
  /** For each account, in the order of the policies. */
  readonly findings: readonly (readonly DocumentFinding[])[];
}

/** The longest that all policies of a file may take, in milliseconds: once they are loaded. */
const usualLimit = 10_000;

/** How much longer Node, tsx and the file may take until they are loaded, in milliseconds. */
const loadingLimit = 60_000;

/** The variables that a policy has: no key, no token, nothing that changes what Node runs. */
const passed = ["PATH", "HOME", "TMP", "TEMP", "TMPDIR", "TZ", "LANG", "SystemRoot"] as const;

/** In the sources and in the build, this file lies two folders below the root. */
const child = join(__dirname, "../../dist/cli/policy-child.js");

/**
 * Runs the policies of a file on accounts of a document, in a process of its own.
 *
 * @param file as it was typed
 * @throws ScanformError `policy-file` where it cannot be loaded, `policy-failed` where a policy fails: nothing passes
 */
export async function runPolicies(
  io: Io,
  file: string,
  accounts: readonly AccountDocument[],
  limit = usualLimit,
): Promise<Answers> {
  const path = resolve(io.cwd, file);
  if (!existsSync(path)) fail("policy-file", `${file} is not there.`, { path: file });
  const loading = typescriptOptions(file, path);
  const mark = randomUUID();
  const answers = new Answering(mark);
  const late = new AbortController();
  let judging: AbortSignal | undefined;
  const ran = await runApp(process.execPath, {
    called: "run of the policies",
    args: [...loading.args, child, pathToFileURL(path).href],
    // what is read from the current folder belongs to the file, not to the pull request
    cwd: dirname(path),
    env: {
      ...Object.fromEntries(passed.flatMap((name) => (io.env[name] === undefined ? [] : [[name, io.env[name]]]))),
      ...loading.env,
    },
    signal: io.signal,
    limit: loadingLimit + limit,
    late: late.signal,
    patience: loadingLimit + limit,
    onSlow: () => undefined,
    talk: {
      input: JSON.stringify({ mark, accounts } satisfies Asked),
      onAnswer: (text) => {
        answers.hear(text);
        if (judging !== undefined || !answers.areLoaded) return;
        judging = AbortSignal.timeout(limit);
        judging.addEventListener("abort", () => {
          late.abort();
        });
      },
    },
  });
  sayFor(io, "policy", wordsOf(io, ran));
  const { code, killed, isLate } = ran;
  const ended = code === null ? `was ended by ${String(killed)}` : `exited with ${String(code)}`;
  const tooLong = answers.areLoaded
    ? `runs longer than ${String(limit / 1000)} s, and was stopped; --policy-timeout allows more`
    : `is not loaded after ${String((loadingLimit + limit) / 1000)} s, and was stopped`;
  const heard = answers.whole(isLate ? tooLong : `never ends: its process ${ended}`);
  if ("failed" in heard) return failed(file, heard);
  const problems = waiverProblems(heard.waivers);
  if (problems.length > 0)
    throw new ScanformError(problems.map((why) => error("policy-file", `${why}.`, { path: file })));
  return {
    policies: heard.policies,
    waivers: heard.waivers as readonly Waiver[],
    findings: accounts.map((_account, at) => heard.findings.get(at) ?? []),
  };
}

const failed = (file: string, { failed: why, policy }: Failed): never =>
  policy === undefined
    ? fail("policy-file", `${sentence(why)} Nothing was checked.`, { path: file })
    : fail("policy-failed", `${policy}: ${sentence(why)} Nothing passes until it is fixed.`, { path: file });

const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

type Failed = Extract<Said, { readonly failed: string }>;

interface Heard {
  readonly policies: Answers["policies"];
  readonly waivers: unknown;
  readonly findings: ReadonlyMap<number, readonly DocumentFinding[]>;
}

const isSaid = (value: unknown): value is Said =>
  isObject(value) &&
  (Array.isArray(value["policies"]) ||
    Array.isArray(value["findings"]) ||
    typeof value["start"] === "string" ||
    typeof value["failed"] === "string" ||
    value["done"] === true);

/** Takes the answers as they come. */
class Answering {
  readonly #mark: string;
  /** The beginning of a line. */
  #parts: string[] = [];
  #policies: Extract<Said, { readonly waivers: unknown }> | undefined;
  #running: string | undefined;
  #failed: Failed | undefined;
  #isDone = false;
  readonly #findings = new Map<number, DocumentFinding[]>();

  /** @param mark begins each line that is an answer */
  constructor(mark: string) {
    this.#mark = mark;
  }

  /** The file was loaded: what follows is the time of the policies. */
  get areLoaded(): boolean {
    return this.#policies !== undefined;
  }

  hear(text: string): void {
    const [first = "", ...others] = text.split("\n");
    this.#parts.push(first);
    // a line may be long, and comes in many parts
    for (const next of others) {
      const line = this.#parts.join("");
      const said = line.startsWith(this.#mark) ? parseJsonOrNothing(line.slice(this.#mark.length)) : undefined;
      if (isSaid(said)) this.#take(said);
      else this.#take({ failed: "it writes to descriptor 3, which is taken" });
      this.#parts = [next];
    }
  }

  #whose(): { readonly policy?: string } {
    return this.#running === undefined ? {} : { policy: this.#running };
  }

  #take(said: Said): void {
    if ("policies" in said) this.#policies = said;
    else if ("start" in said) this.#running = said.start;
    else if ("failed" in said) this.#failed ??= { ...this.#whose(), ...said };
    else if ("done" in said) this.#isDone = true;
    else {
      const all = this.#findings.get(said.account) ?? [];
      this.#findings.set(said.account, all);
      for (const each of said.findings) all.push(each);
    }
  }

  /** @param end how the process has ended, for what it did not say itself */
  whole(end: string): Heard | Failed {
    if (this.#failed !== undefined) return this.#failed;
    if (!this.#isDone || this.#policies === undefined) return { failed: `it ${end}`, ...this.#whose() };
    return { policies: this.#policies.policies, waivers: this.#policies.waivers, findings: this.#findings };
  }
}
