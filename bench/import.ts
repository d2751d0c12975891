import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { scaleSeed } from "../src/emulator/seed/scale-seed";
import { importCode } from "../src/generate/import/import-code";
import type { Observed } from "../src/model/observed";
import { decodeSettings } from "../src/model/field-decoder";
import { configurationId, repositoryId } from "../src/model/ids";
import { seedOf } from "../test/generate/seed";
import { lengthOf, structured } from "../test/generate/structured";
import { canary } from "../test/support/account";
import { measured, root, serve } from "./child";

const sizes = [
  { configurations: 10, repositories: 200 },
  { configurations: 200, repositories: 5_000 },
  { configurations: 1_000, repositories: 20_000 },
] as const;

/** The required time and memory of an import of 1,000 configurations and 20,000 repositories, and the length of code. */
const [mostSeconds, mostMegabytes, mostLength] = [30, 1_000, 1.3];

interface Row {
  readonly account: string;
  readonly seconds: string;
  readonly gain: string;
  /** The length of the code beside that of the app that made the account. */
  readonly length: string;
}

/** Makes code of random and of structured accounts, whose app is known; then imports the largest over HTTP. */
export async function importBench(): Promise<boolean> {
  const isShort = lengths();
  return (await overHttp()) && isShort;
}

/** Without the network. */
function lengths(): boolean {
  const rows: Row[] = [];
  let met = true;
  for (const { configurations, repositories } of sizes) {
    const random = timed(randomAccount(configurations, repositories));
    rows.push({ account: `random ${String(configurations)} x ${String(repositories)}`, ...random.row, length: "" });
    const made = structured({ bases: 6, configurations, repositories, seed: configurations, presets: true });
    const ours = timed(made.account);
    const ratio = lengthOf(ours.text) / lengthOf(made.source);
    rows.push({
      account: `structured ${String(configurations)} x ${String(repositories)}`,
      ...ours.row,
      length: ratio.toFixed(2),
    });
    met &&= ratio <= mostLength && Math.max(random.seconds, ours.seconds) <= mostSeconds;
  }
  console.table(rows);
  return met;
}

/** `scanform import --out` of structured accounts from the emulator, with the packages with which it runs what it wrote. */
async function overHttp(): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), "scanform-bench-"));
  try {
    mkdirSync(join(folder, "node_modules"));
    for (const name of ["cdktn", "constructs", "tsx"])
      symlinkSync(join(root, "node_modules", name), join(folder, "node_modules", name));
    symlinkSync(root, join(folder, "node_modules/scanform"));
    const rows = [];
    let met = true;
    for (const { configurations, repositories } of sizes) {
      const made = structured({ bases: 6, configurations, repositories, seed: configurations, presets: true });
      const name = `${String(configurations)} x ${String(repositories)}`;
      const seed = join(folder, `${name}.json`);
      writeFileSync(seed, JSON.stringify(seedOf(made.account)));
      const service = await serve(["--seed", seed]);
      try {
        const env = { SCANFORM_BASE_URL: service.url, SCANFORM_API_KEY: canary };
        const command = [join(root, "dist/cli/bin.js"), "import", "--out", join(folder, name)];
        const { wall, memory } = await measured(command, env);
        met &&= wall <= 1000 * mostSeconds && memory <= mostMegabytes;
        rows.push({ account: name, "with HTTP, s": (wall / 1000).toFixed(1), MiB: Math.round(memory) });
      } finally {
        await service.close();
      }
    }
    console.table(rows);
    return met;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function timed(account: Observed) {
  const start = performance.now();
  const { text, gain } = importCode(account, "typescript");
  const seconds = (performance.now() - start) / 1000;
  return { text, seconds, row: { seconds: seconds.toFixed(1), gain } };
}

function randomAccount(configurations: number, repositories: number): Observed {
  const [account] = scaleSeed(configurations, repositories).accounts;
  return {
    configurations: (account?.configurations ?? []).map(({ id = "", name, configuration }) => ({
      id: configurationId(id),
      settings: decodeSettings(configuration ?? {}, "received"),
      ...(name === null ? {} : { name }),
    })),
    repositories: (account?.repositories ?? []).map(({ id, name, configuration_id: holder }, at) => ({
      id: repositoryId(id),
      provider_repo_id: at,
      enabled: true,
      ...(typeof name === "string" ? { name } : {}),
      ...(typeof holder === "string" ? { configuration_id: configurationId(holder) } : {}),
    })),
  };
}
