import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { acmeAccountId, acmeKey, type Emulator, type ReceivedRequest } from "../../../src/emulator";
import { isObject, type JsonObject } from "../../../src/model/json";
import { type CheckedOptions, startEmulator } from "../../support/emulator";
import { afterTest } from "../../support/listening";
import { type Core, fromBundle, type Terraform, terraformIn, type TerraformRunning } from "../../support/terraform";
import { temporaryFolder } from "../../support/temporary-folder";
import { runningProvider } from "./running-provider";

export { configurationNamed, repositoryNamed } from "../../terraform/acme";

export interface WorkspaceOptions extends CheckedOptions {
  /** What is inside the provider block. */
  readonly provider?: string;
  /** In addition to the emulator's URL and the key. */
  readonly env?: NodeJS.ProcessEnv;
  /** Where terraform finds the provider. */
  readonly installation?: string;
  /** In place of the terraform in PATH. */
  readonly core?: Core;
  /** terraform starts several processes of the provider for each command; else one serves all commands. */
  readonly manyProcesses?: true;
}

/** A folder in which terraform works, and the service that it works on: the emulator with acme's key. */
export interface Workspace {
  readonly emulator: Emulator;
  readonly folder: string;
  /** With nothing of what the functions below look after. */
  readonly raw: Terraform;
  /** In place of what the file held. `terraform` and `provider` blocks are there already. */
  readonly write: (hcl: string, file?: string) => void;
  /** Runs terraform to its end, which must be a success. @returns its output on one line, without frames */
  readonly terraform: (...argv: readonly string[]) => Promise<string>;
  /** The same for what must end with this code; what it says must not be a fault of the provider's. */
  readonly exits: (code: number, ...argv: readonly string[]) => Promise<string>;
  /** Applies without asking. */
  readonly apply: (...flags: readonly string[]) => Promise<string>;
  /** From now on the service is named in the environment by this URL. */
  readonly reachThrough: (url: string) => Promise<void>;
  /** Plans, which must show that there is nothing to do. */
  readonly nothingToDo: () => Promise<void>;
  /** Plans, which must show that there is something to do. */
  readonly somethingToDo: (...flags: readonly string[]) => Promise<string>;
  readonly start: (...argv: readonly string[]) => TerraformRunning;
  /** The attributes of a resource, as the state has them; undefined when it has none. */
  readonly state: (address: string) => JsonObject | undefined;
  /** What was asked for since the start or `forget`, below the account: `PATCH /configurations/<id>`. */
  readonly asked: () => readonly string[];
  /** The same for what is no GET. */
  readonly writes: () => readonly string[];
  /** The same, whole. */
  readonly requests: () => readonly ReceivedRequest[];
  readonly forget: () => void;
  /** Somebody else asks the service for something below the account. It is not among `requests`. */
  readonly elsewhere: (method: string, path: string, body?: unknown) => Promise<unknown>;
  /** Somebody else changes settings of a live configuration. */
  readonly meddle: (id: string, settings: JsonObject) => Promise<void>;
  /** What the service holds under this name; throws when that is not one configuration. */
  readonly live: (name: string) => { readonly id: string; readonly settings: JsonObject };
  /** The names of all configurations, in order. */
  readonly names: () => readonly string[];
}

/** What only a provider can be blamed for. */
const faults = /Provider (produced|returned) |Plugin did not respond|panic|crash|Unexpected (EOF|error)/i;

const account = `/v1/accounts/${acmeAccountId}`;

/** Closed after the test. Each command configures the provider again. */
export async function workspace({
  provider,
  env,
  installation,
  core,
  manyProcesses,
  ...options
}: WorkspaceOptions = {}): Promise<Workspace> {
  const emulator = await startEmulator(options);
  const folder = temporaryFolder();
  afterTest(() => emulator.close());
  const surroundings: NodeJS.ProcessEnv = { SCANFORM_API_KEY: acmeKey, ...env };
  /** @param url of the service */
  const reachThrough = async (url: string): Promise<void> => {
    surroundings["SCANFORM_BASE_URL"] = url;
    if (manyProcesses !== true) surroundings["TF_REATTACH_PROVIDERS"] = (await runningProvider(surroundings)).reattach;
  };
  await reachThrough(env?.["SCANFORM_BASE_URL"] ?? emulator.url);
  const raw = terraformIn(folder, surroundings, installation ?? fromBundle(), core);
  const write = (hcl: string, file = "main.tf"): void => {
    writeFileSync(join(folder, file), hcl);
  };
  write(versions(provider), "versions.tf");
  const exits = async (code: number, ...argv: readonly string[]): Promise<string> => {
    const ran = await raw.run(...argv);
    if (ran.code !== code || faults.test(ran.stdout + ran.stderr))
      throw new Error(`terraform ${argv.join(" ")} ended with ${String(ran.code)}:\n${ran.stdout}${ran.stderr}`);
    return inOneLine(ran.stdout + ran.stderr);
  };
  const plan = (code: number, flags: readonly string[]) => exits(code, "plan", "-detailed-exitcode", ...flags);
  const others = new WeakSet<ReceivedRequest>();
  let since = 0;
  const requests = () => emulator.requests.slice(since).filter((each) => !others.has(each));
  const texts = (of: readonly ReceivedRequest[]) =>
    of.map(({ method, path, query = "" }) => `${method} ${path.replace(account, "")}${query}`);

  const elsewhere = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const answer = await fetch(`${emulator.url}${account}${path}`, {
      method,
      headers: { authorization: `Bearer ${acmeKey}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${text}`);
    const own = emulator.requests.findLast(
      (each) => each.method === method && `${each.path}${each.query ?? ""}` === account + path,
    );
    if (own !== undefined) others.add(own);
    return text === "" ? undefined : JSON.parse(text);
  };
  const live = (name: string) => {
    const [found, ...more] = emulator.store.configurations(acmeAccountId).filter((each) => each.name === name);
    if (found === undefined || more.length > 0)
      throw new Error(`${name} is there ${found === undefined ? "not" : "twice"}`);
    return { id: found.id, settings: found.configuration ?? {} };
  };
  return {
    emulator,
    folder,
    raw,
    write,
    reachThrough,
    exits,
    terraform: (...argv) => exits(0, ...argv),
    apply: (...flags) => exits(0, "apply", "-auto-approve", ...flags),
    nothingToDo: async () => {
      await plan(0, []);
    },
    somethingToDo: (...flags) => plan(2, flags),
    start: raw.start,
    state: (address) => stateIn(folder, address),
    requests,
    asked: () => texts(requests()),
    writes: () => texts(requests().filter(({ method }) => method !== "GET")),
    forget: () => {
      since = emulator.requests.length;
    },
    elsewhere,
    meddle: async (id, settings) => {
      const { name } = emulator.store.configurations(acmeAccountId).find((each) => each.id === id) ?? {};
      await elsewhere("PATCH", `/configurations/${id}`, { configuration: { name, configuration: settings } });
    },
    live,
    names: () =>
      emulator.store
        .configurations(acmeAccountId)
        .map(({ name }) => name ?? "")
        .sort(),
  };
}

/** The same as users have it, for tests of processes, installations and logs: it takes most of the time. */
export const workspaceOfManyProcesses = (options: Omit<WorkspaceOptions, "manyProcesses"> = {}): Promise<Workspace> =>
  workspace({ ...options, manyProcesses: true });

/** What a configuration begins with that uses the provider. @param inside the provider block */
export const versions = (inside = ""): string => `terraform {
  required_providers {
    scanform = { source = "scanform/scanform" }
  }
}

provider "scanform" {
${inside}
}
`;

/** The words alone, as terraform would write them on an endless line. */
const inOneLine = (text: string): string =>
  text
    .replaceAll(/^[│╷╵]/gm, "")
    .replaceAll(/\s+/g, " ")
    .trim();

function stateIn(folder: string, address: string): JsonObject | undefined {
  const [, type, name, key] = /^(\w+)\.(\w+)(?:\["(.+)"\])?$/.exec(address) ?? [];
  const { resources } = JSON.parse(readFileSync(join(folder, "terraform.tfstate"), "utf8")) as {
    readonly resources: readonly {
      readonly type: string;
      readonly name: string;
      readonly instances: readonly {
        readonly attributes: unknown;
        readonly index_key?: string;
        readonly deposed?: string;
      }[];
    }[];
  };
  const { instances = [] } = resources.find((each) => each.type === type && each.name === name) ?? {};
  const { attributes } = instances.find((each) => each.index_key === key && each.deposed === undefined) ?? {};
  return isObject(attributes) ? (attributes as JsonObject) : undefined;
}
