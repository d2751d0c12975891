import { copyFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { accountId, baselineId, canary, seedOf } from "./account";
import { type App, asItIs, everyday } from "./declare";
import { type Circumstances, type Desk, desk } from "./desk";
import { proxy, refuseWith } from "./proxy";

/** A command line in a situation, and what it must exit with. */
export interface Scene {
  readonly title: string;
  readonly code: number;
  readonly app?: App;
  readonly argv: readonly string[];
  readonly prepare?: (at: Desk) => Promise<Circumstances> | Circumstances;
}

const plan = ["plan", "--synthesized", "app"];
const apply = ["apply", "--synthesized", "app", "--auto-approve"];

const approve = ["approve", "check", "--plan", "plan.json", "--policy", "own.mjs"];
const drift = ["drift", "--synthesized", "app"];
const explain = ["explain", "--synthesized", "app"];

/** Somebody in the dashboard changes a setting. */
export async function meddle({ emulator }: Desk, settings: object, id = baselineId, name = "baseline"): Promise<void> {
  const answer = await fetch(`${emulator.url}/v1/accounts/${accountId}/configurations/${id}`, {
    method: "PATCH",
    headers: { authorization: `Bearer ${canary}`, "content-type": "application/json" },
    body: JSON.stringify({ configuration: { name, configuration: settings } }),
  });
  if (!answer.ok) throw new Error(await answer.text());
}

const saved = async (at: Desk): Promise<Circumstances> => {
  await at.plan("--out", "saved.plan");
  return {};
};

const applied = async (at: Desk): Promise<Circumstances> => {
  await saved(at);
  await at.run(["apply", "saved.plan"]);
  return {};
};

/** Applied, with the journal of it as `it.journal`. */
const journaled = async (at: Desk): Promise<Circumstances> => {
  await at.apply();
  const [journal = ""] = readdirSync(join(at.folder, ".scanform"));
  copyFileSync(join(at.folder, ".scanform", journal), join(at.folder, "it.journal"));
  return {};
};

/** Between scanform and the service, every write that fits is answered with this status. */
const refusing =
  (fits: RegExp, status: number) =>
  async ({ emulator, env }: Desk): Promise<Circumstances> => {
    const { url } = await proxy(emulator.url, ({ method, path }, answer) =>
      fits.test(`${method} ${path}`) ? refuseWith(answer, status, "not today") : undefined,
    );
    return { env: { ...env, SCANFORM_BASE_URL: url } };
  };

/** The usual environment without one variable. */
export const without =
  (name: string) =>
  ({ env }: Desk): Circumstances => ({ env: { ...env, [name]: undefined } });

export const aborted = (): Circumstances => ({ signal: AbortSignal.abort() });

export const withWrongKey = ({ env }: Desk): Circumstances => ({ env: { ...env, SCANFORM_API_KEY: "canary-wrong" } });

export const whileDown = async ({ emulator }: Desk): Promise<Circumstances> => {
  await emulator.close();
  return {};
};

/** A file of the user is in the folder. */
export const withFile =
  (name: string, content: string) =>
  ({ folder }: Desk): Circumstances => {
    writeFileSync(join(folder, name), content);
    return {};
  };

/** A file with one policy, whose findings are given by an expression. */
const withPolicies = (findings: string) =>
  withFile("own.mjs", `export default [{ name: "own", check: ({ effects }) => ${findings} }];\n`);

const denying = 'effects.map((at) => ({ level: "deny", message: "is bad", at }))';

/** The document of a plan, beside a policy that denies it. @param flags what the document is to have of policies */
const documented =
  (...flags: readonly string[]) =>
  async (at: Desk): Promise<Circumstances> => {
    withPolicies(denying)(at);
    writeFileSync(join(at.folder, "plan.json"), (await at.plan("--json", ...flags)).out);
    return {};
  };

/** Somebody answers the question. */
const saying = (answer: string) => (): Circumstances => ({ interactive: true, ask: () => Promise.resolve(answer) });

/** Runs `first`, and then the service is changed by somebody else. */
const meddledAfter =
  (first: (at: Desk) => Promise<Circumstances>) =>
  async (at: Desk): Promise<Circumstances> => {
    await first(at);
    await meddle(at, { comment: "disabled" });
    return {};
  };

const wrong: App = { configurations: { a: {} } };

export const scenes: readonly Scene[] = [
  { title: "plan with changes", code: 0, argv: plan },
  { title: "plan with changes and --detailed-exitcode", code: 2, argv: [...plan, "--detailed-exitcode"] },
  { title: "plan without changes", code: 0, app: asItIs, argv: plan },
  {
    title: "plan without changes and --detailed-exitcode",
    code: 0,
    app: asItIs,
    argv: [...plan, "--detailed-exitcode"],
  },
  { title: "plan --out", code: 0, argv: [...plan, "--out", "saved.plan"] },
  { title: "plan --out where no file can be", code: 1, argv: [...plan, "--out", "missing/saved.plan"] },
  { title: "plan --findings", code: 0, argv: [...plan, "--findings", "30d"] },
  {
    title: "plan --findings where they cannot be read",
    code: 0,
    argv: [...plan, "--findings", "30d"],
    prepare: refusing(/all_findings/, 403),
  },
  { title: "plan of a declaration that is wrong", code: 1, app: wrong, argv: plan },
  { title: "plan of a folder that is not there", code: 1, argv: ["plan", "--synthesized", "nowhere"] },
  { title: "plan without cdktf.json", code: 1, argv: ["plan"] },
  { title: "plan without a key", code: 1, argv: plan, prepare: without("SCANFORM_API_KEY") },
  { title: "plan without a base URL", code: 1, argv: plan, prepare: without("SCANFORM_BASE_URL") },
  { title: "plan with a wrong key", code: 1, argv: [...plan, "--detailed-exitcode"], prepare: withWrongKey },
  { title: "plan while the service is down", code: 1, argv: plan, prepare: whileDown },
  { title: "plan that is interrupted", code: 130, argv: [...plan, "--detailed-exitcode"], prepare: aborted },
  { title: "plan with an option that there is none of", code: 1, argv: ["plan", "--prune-all"] },
  { title: "plan with a timeout that is no number", code: 1, argv: [...plan, "--timeout", "soon"] },
  { title: "a command that there is none of", code: 1, argv: ["destroy"] },
  { title: "import without a key", code: 1, argv: ["import"], prepare: without("SCANFORM_API_KEY") },
  { title: "apply", code: 0, argv: apply },
  { title: "apply without changes", code: 0, app: asItIs, argv: apply },
  { title: "apply that nobody can confirm", code: 1, argv: ["apply", "--synthesized", "app"] },
  { title: "apply that is declined", code: 1, argv: ["apply", "--synthesized", "app"], prepare: saying("no") },
  { title: "apply of which a write fails", code: 5, argv: apply, prepare: refusing(/^POST/, 500) },
  { title: "apply of which all is refused", code: 1, argv: apply, prepare: refusing(/^(POST|PATCH)/, 403) },
  { title: "apply that is interrupted", code: 130, argv: apply, prepare: aborted },
  { title: "apply of a saved plan", code: 0, argv: ["apply", "saved.plan"], prepare: saved },
  { title: "apply of a stale plan", code: 4, argv: ["apply", "saved.plan"], prepare: meddledAfter(saved) },
  {
    title: "apply of what was reviewed",
    code: 0,
    argv: ["apply", "--synthesized", "app", "--reviewed", "saved.plan"],
    prepare: saved,
  },
  { title: "apply of a saved plan that is applied already", code: 4, argv: ["apply", "saved.plan"], prepare: applied },
  {
    title: "apply of a saved plan that is too old",
    code: 4,
    argv: ["apply", "saved.plan"],
    prepare: async (at) => ({ ...(await saved(at)), now: () => Date.now() + 8 * 86_400_000 }),
  },
  { title: "rollback --out", code: 0, argv: ["rollback", "it.journal", "--out", "back.plan"], prepare: journaled },
  {
    title: "rollback that --fail-on stops",
    code: 3,
    argv: ["rollback", "it.journal", "--auto-approve", "--fail-on", "deletes"],
    prepare: journaled,
  },
  { title: "rollback that nobody can confirm", code: 1, argv: ["rollback", "it.journal"], prepare: journaled },
  {
    title: "apply of a saved rollback",
    code: 0,
    argv: ["apply", "back.plan"],
    prepare: async (at) => {
      await journaled(at);
      await at.run(["rollback", "it.journal", "--out", "back.plan"]);
      return {};
    },
  },
  {
    title: "apply of a plan file that is none",
    code: 1,
    argv: ["apply", "saved.plan"],
    prepare: withFile("saved.plan", "{}"),
  },
  { title: "drift without a memory", code: 2, argv: drift },
  { title: "drift of what is applied", code: 0, argv: drift, prepare: applied },
  {
    title: "drift of what has moved",
    code: 2,
    argv: drift,
    prepare: meddledAfter(applied),
  },
  { title: "drift that is interrupted", code: 130, argv: drift, prepare: aborted },
  { title: "explain of a repository", code: 0, argv: [...explain, "payments-api"] },
  { title: "explain of a configuration", code: 0, argv: [...explain, "configuration", "strict"] },
  { title: "explain of every repository", code: 0, argv: [...explain, "--all"] },
  { title: "explain of nothing", code: 1, argv: explain },
  { title: "explain of an unknown configuration", code: 1, argv: [...explain, "configuration", "nowhere"] },
  { title: "explain that is interrupted", code: 130, argv: [...explain, "web"], prepare: aborted },
  {
    title: "plan that a policy denies",
    code: 3,
    argv: [...plan, "--policy", "own.mjs"],
    prepare: withPolicies(denying),
  },
  { title: "plan with policies that are not there", code: 1, argv: [...plan, "--policy", "own.mjs"] },
  {
    title: "policy check of the account as it is",
    code: 0,
    argv: ["policy", "check", "--live", "--policy", "own.mjs"],
    prepare: withPolicies(denying),
  },
  {
    title: "policy check of a document",
    code: 3,
    argv: ["policy", "check", "--plan", "plan.json", "--policy", "own.mjs"],
    prepare: documented(),
  },
  { title: "policy baseline without an owner", code: 1, argv: ["policy", "baseline", "--policy", "own.mjs"] },
  {
    title: "policy test of a folder",
    code: 0,
    argv: ["policy", "test", ".", "--policy", "own.mjs"],
    prepare: documented("--policy", "own.mjs"),
  },
  {
    title: "policy test without a document",
    code: 1,
    argv: ["policy", "test", ".", "--policy", "own.mjs"],
    prepare: withPolicies(denying),
  },
  {
    title: "approve check of a plan that a policy denies",
    code: 3,
    argv: [...approve, "--repository", "acme/settings", "--pull", "7"],
    prepare: documented(),
  },
  { title: "approve check of no pull request", code: 1, argv: approve, prepare: documented() },
  {
    title: "show of a plan since an earlier one",
    code: 0,
    argv: ["show", "plan.json", "--since", "plan.json"],
    prepare: documented(),
  },
  { title: "apply of two plan files", code: 1, argv: ["apply", "saved.plan", "other.plan"], prepare: saved },
];

/** Sets a scene up and plays it. */
export async function play({ app = everyday, argv, prepare }: Scene, ...flags: readonly string[]) {
  const at = await desk(app, seedOf());
  const circumstances = await prepare?.(at);
  at.emulator.clearRequests();
  return at.run([...argv, ...flags], circumstances);
}
