import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { acmeAccountId, acmeKey, type Seed, scaleSeed, type SeedAccount } from "../src/emulator";
import { decodeSettings } from "../src/model/field-decoder";
import type { Settings } from "../src/model/settings";
import { serve } from "./child";

/** Repositories per configuration. */
export const repositoriesEach = 20;
/** The names of a scaled account repeat after so many repositories, except for the number at the end. */
const names = 100;

/** What the plan of a large account does. */
export type Doing =
  /** All of the declaration holds already. */
  | "nothing"
  /** No configuration is live yet, and no repository has one. */
  | "creates all"
  /** Every configuration gets the settings of the next one, and every repository moves. */
  | "changes all";

export interface Size {
  readonly configurations: number;
  readonly repositories: number;
  readonly doing: Doing;
}

/** A large account, and a declaration of it. */
export interface Large {
  readonly account: string;
  readonly seed: Seed;
  /** The content of `cdk.tf.json`. */
  readonly declaration: unknown;
}

/** How many names have a rule that assigns, and to which configuration; the others are left. */
const routing: Readonly<Record<Doing, { readonly names: number; readonly to: (name: number) => number }>> = {
  nothing: { names: names / 2, to: (name) => name },
  "creates all": { names, to: (name) => name },
  "changes all": { names, to: (name) => name + 1 },
};

/** Declares every setting of every configuration, and routes the repositories by their names. */
export function large({ configurations, repositories, doing }: Size): Large {
  const seed = scaleSeed(configurations, repositories);
  const [account] = seed.accounts;
  if (account === undefined) throw new RangeError("the seed has no account");
  const all = account.configurations ?? [];
  const routed = routing[doing];
  const targetOf = (name: number): number => routed.to(name) % Math.min(names, configurations);
  const declared = all.map(({ name, configuration }, at) => {
    const settings = doing === "changes all" ? all[(at + 1) % all.length]?.configuration : configuration;
    return [`team-${String(at)}`, { name, ...declaredForm(decodeSettings(settings ?? {}, "received")) }];
  });
  const rules = (account.repositories ?? []).slice(0, routed.names).map(({ name }, at) => ({
    configuration_id: `\${scanform_configuration.team-${String(targetOf(at))}.id}`,
    repository_pattern: (name ?? "").replace(/\d+$/, "%"),
  }));
  const live: Readonly<Record<Doing, Partial<SeedAccount>>> = {
    nothing: {
      repositories: (account.repositories ?? []).map((each, at) =>
        at % names < routed.names ? { ...each, configuration_id: all[targetOf(at % names)]?.id ?? null } : each,
      ),
    },
    "creates all": {
      configurations: [],
      repositories: (account.repositories ?? []).map((each) => ({ ...each, configuration_id: null })),
    },
    "changes all": {},
  };
  return {
    account: acmeAccountId,
    seed: { ...seed, accounts: [{ ...account, ...live[doing] }] },
    declaration: {
      provider: { scanform: [{}] },
      resource: {
        scanform_configuration: Object.fromEntries(declared) as unknown,
        scanform_repository_assignments: {
          routing: { rules: [...rules, { leave: true, repository_pattern: "%" }] },
        },
      },
    },
  };
}

/** Settings as a declaration has them: its policies are by their ids. */
const declaredForm = ({ code_policies: policies, ...settings }: Settings) =>
  policies === undefined
    ? settings
    : { ...settings, code_policies: Object.fromEntries(policies.map(({ id, ...policy }) => [id, policy])) };

/** Writes the output that cdktf would synthesize for this declaration. */
export function writeDeclaration(folder: string, declaration: unknown): void {
  mkdirSync(join(folder, "stacks/s"), { recursive: true });
  const manifest = { stacks: { s: { name: "s", synthesizedStackPath: "stacks/s/cdk.tf.json" } } };
  writeFileSync(join(folder, "manifest.json"), JSON.stringify(manifest));
  writeFileSync(join(folder, "stacks/s/cdk.tf.json"), JSON.stringify(declaration, null, 2));
}

/**
 * Serves a large account by the emulator in a process of its own.
 *
 * @param use gets the folder of the declaration, and the environment that leads to the emulator
 */
export async function withLarge<T>(
  size: Size,
  use: (folder: string, env: NodeJS.ProcessEnv) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "scanform-bench-"));
  try {
    const { account, seed, declaration } = large(size);
    writeDeclaration(folder, declaration);
    writeFileSync(join(folder, "seed.json"), JSON.stringify(seed));
    const service = await serve(["--seed", join(folder, "seed.json")]);
    try {
      const key = { SCANFORM_ACCOUNT_ID: account, SCANFORM_API_KEY: acmeKey };
      return await use(folder, { SCANFORM_BASE_URL: service.url, ...key });
    } finally {
      await service.close();
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}
