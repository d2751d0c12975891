import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { acmeAccountId, acmeKey, type Seed, scaleSeed, type SeedAccount } from "../src/emulator";
import { decodeSettings } from "../src/model/field-decoder";
import { serve } from "./child";

/** Repositories per configuration. */
export const repositoriesEach = 20;
/** Of a hundred repositories, the number under a rule that assigns; the others are left. */
const routed = 50;

/** A large account, and a declaration that already holds. */
export interface Large {
  readonly account: string;
  readonly seed: Seed;
  /** The content of `cdk.tf.json`. */
  readonly declaration: unknown;
}

/** Declares every setting of every configuration, and routes the repositories with 51 rules. */
export function large(configurations: number): Large {
  const seed = scaleSeed(configurations, configurations * repositoriesEach);
  const [scaled] = seed.accounts;
  if (scaled === undefined) throw new RangeError("the seed has no account");
  const account = routedAs(scaled);
  const named = (account.configurations ?? []).map(({ name, configuration }, at) => {
    const settings = decodeSettings(configuration, "received");
    return [`team-${String(at)}`, { name, ...settings }];
  });
  const rules = [
    ...patterns(account).map((pattern, at) => ({
      configuration_id: `\${scanform_configuration.team-${String(at)}.id}`,
      repository_pattern: pattern,
    })),
    { leave: true, repository_pattern: "%" },
  ];
  return {
    account: acmeAccountId,
    seed: { ...seed, accounts: [account] },
    declaration: {
      provider: { scanform: [{}] },
      resource: {
        scanform_configuration: Object.fromEntries(named) as unknown,
        scanform_repository_assignments: { routing: { rules } },
      },
    },
  };
}

/** The names of a scaled account repeat after a hundred, except for the number at the end. */
const patterns = ({ repositories = [] }: SeedAccount): readonly string[] =>
  repositories.slice(0, routed).map(({ name }) => (name ?? "").replace(/\d+$/, "%"));

const routedAs = (account: SeedAccount): SeedAccount => ({
  ...account,
  repositories: (account.repositories ?? []).map((each, at) => {
    const own = at % 100 < routed ? account.configurations?.[at % 100] : undefined;
    return own === undefined ? each : { ...each, configuration_id: own.id };
  }),
});

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
  configurations: number,
  use: (folder: string, env: NodeJS.ProcessEnv) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "scanform-bench-"));
  try {
    const { account, seed, declaration } = large(configurations);
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
