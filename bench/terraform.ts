import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Emulator, startEmulator } from "../src/emulator";
import type { Settings } from "../src/model/settings";
import { providerAddress } from "../src/terraform/schema/schema";
import { resourceSchemas } from "../src/terraform/schema/resources";
import { account, key, numbers, seedOf, uuid } from "./account";
import { measured, median, root } from "./child";
import { handshake, node, planned, terraform, type Workspace, workspace } from "./terraform-binary";
import { writeDeclaration } from "./large";

const settings: Settings = {
  comment: "silent",
  analyzers: { a0: { enabled: true, blocking: false, excludes: ["test/**", "docs/**"] }, a1: { enabled: true } },
};

type Form = "rows" | "terraform_data";

/** The declaration of several configurations: each as it is live, except for the change. */
const declared = (count: number, change: Settings): Readonly<Record<string, Settings & { readonly name: string }>> =>
  Object.fromEntries(
    numbers(count).map((at) => [`team-${String(at)}`, { name: `team-${String(at)}`, ...settings, ...change }]),
  );

/** Writes Terraform's configuration, as cdktf would, and a state that equals the account. */
function write({ folder }: Workspace, form: Form, count: number, change: Settings = {}): void {
  const all = declared(count, change);
  const resource = {
    rows: { scanform_configuration: all },
    terraform_data: {
      terraform_data: Object.fromEntries(Object.entries(all).map(([name, input]) => [name, { input }])),
    },
  }[form];
  const required = { terraform: { required_providers: { scanform: { source: "scanform/scanform" } } } };
  writeFileSync(
    join(folder, "main.tf.json"),
    JSON.stringify({ ...(form === "terraform_data" ? {} : required), resource }),
  );
  writeFileSync(join(folder, "terraform.tfstate"), JSON.stringify(stateOf(form, count)));
}

function stateOf(form: Form, count: number): unknown {
  const all = Object.entries(declared(count, {}));
  const resource = (type: string, from: string, name: string, attributes: unknown) => ({
    mode: "managed",
    type,
    name,
    provider: `provider["${from}"]`,
    instances: [{ schema_version: 0, attributes, sensitive_attributes: [] }],
  });
  const resources = {
    rows: all.map(([name, each], at) => resource("scanform_configuration", providerAddress, name, heldAs(each, at))),
    terraform_data: all.map(([name, value]) =>
      resource("terraform_data", "terraform.io/builtin/terraform", name, dataOf(name, value)),
    ),
  }[form];
  return { version: 4, terraform_version: "1.11.0", serial: 1, lineage: uuid("lineage"), outputs: {}, resources };
}

/** The state of a `terraform_data` resource with this value. */
function dataOf(name: string, value: unknown): unknown {
  const type = (of: unknown): unknown => {
    if (Array.isArray(of)) return ["tuple", of.map(type)];
    if (typeof of === "object" && of !== null)
      return ["object", Object.fromEntries(Object.entries(of).map(([at, each]) => [at, type(each)]))];
    return typeof of === "boolean" ? "bool" : typeof of;
  };
  const dynamic = { value, type: type(value) };
  return { id: uuid(name), input: dynamic, output: dynamic, triggers_replace: null };
}

/** All attributes, with null for undeclared ones. */
function heldAs(each: Settings & { readonly name: string }, at: number): unknown {
  const none = Object.fromEntries(
    Object.keys(resourceSchemas.scanform_configuration.block.attributes).map((name) => [name, null]),
  );
  const leaves = { enabled: null, silent: null, blocking: null, risk_level: null, excludes: null, includes: null };
  const analyzers = Object.fromEntries(
    Object.entries(each.analyzers ?? {}).map(([slug, entry]) => [slug, { ...leaves, ...entry }]),
  );
  return { ...none, ...each, analyzers, id: uuid(`configuration ${String(at)}`) };
}

interface Figure {
  readonly what: string;
  readonly is: string;
  readonly must: string;
  readonly beside: string;
  readonly reached: boolean;
}

/** Measures the provider with the real terraform: requests at the service, and time beside terraform's own. */
export async function terraformBench(): Promise<boolean> {
  const figures: Figure[] = [
    await lookingAtThousand(),
    ...(await sameInFiveHundred()),
    await thousandRows(),
    await start(),
  ];
  console.table(figures.map(({ reached, ...each }) => ({ ...each, reached: reached ? "yes" : "NO" })));
  return figures.every(({ reached }) => reached);
}

async function withAccount<T>(count: number, run: (emulator: Emulator, at: Workspace) => Promise<T>): Promise<T> {
  const emulator = await startEmulator({
    seed: seedOf({ configurations: count, repositories: 2000, settings: () => settings }),
  });
  const folder = mkdtempSync(join(tmpdir(), "scanform-bench-"));
  try {
    return await run(
      emulator,
      workspace(folder, { SCANFORM_BASE_URL: emulator.url, SCANFORM_ACCOUNT_ID: account, SCANFORM_API_KEY: key }),
    );
  } finally {
    await emulator.close();
    rmSync(folder, { recursive: true });
  }
}

const lookingAtThousand = (): Promise<Figure> =>
  withAccount(1000, async (emulator, at) => {
    write(at, "rows", 1000);
    await planned(at, 0);
    const gets = emulator.requests.length;
    return {
      what: "requests: plan of 1,000 configurations",
      is: String(gets),
      must: "at most 4",
      beside: "1,000 with one for each object",
      reached: gets <= 4 && emulator.requests.every(({ method }) => method === "GET"),
    };
  });

async function sameInFiveHundred(): Promise<readonly Figure[]> {
  const cases = [
    // as many go together as come while the ones before are written, and core writes its state after each: 7 to 15 measured
    { flags: ["-parallelism=256"], most: 20 },
    { flags: [], most: 60 },
  ] as const;
  const figures: Figure[] = [];
  for (const { flags, most } of cases)
    figures.push(
      await withAccount(500, async (emulator, at) => {
        write(at, "rows", 500, { comment: "enabled" });
        await terraform(at, ["apply", "-auto-approve", ...flags]);
        const writes = emulator.requests.filter(({ method }) => method !== "GET").length;
        const gets = emulator.requests.length - writes;
        await planned(at, 0);
        return {
          what: `writes: one setting in 500 ${flags.join(" ")}`,
          is: `${String(writes)} (and ${String(gets)} GETs)`,
          must: `at most ${String(most)}`,
          beside: "500 with one for each object",
          reached: writes >= 1 && writes <= most,
        };
      }),
    );
  return figures;
}

/**
 * Measured: 1.88 times, of CPU 1.97. Of 9.4 seconds of CPU the provider takes 3.1, most of it in HTTP/2 for some 5,000
 * calls; core takes 6.3 with them, and 4.9 for terraform_data, for which it makes none.
 */
const mostBesideBuiltIn = 2.2;

const thousandRows = (): Promise<Figure> =>
  withAccount(1000, async (_emulator, at) => {
    const builtIn = workspace(join(at.folder, "built-in"), at.env);
    mkdirSync(builtIn.folder);
    write(builtIn, "terraform_data", 1000);
    write(at, "rows", 1000);
    const synthesized = join(at.folder, "synthesized");
    writeDeclaration(synthesized, {
      provider: { scanform: [{}] },
      resource: { scanform_configuration: declared(1000, {}) },
    });
    const cli = [join(root, "dist/cli/bin.js"), "plan", "--detailed-exitcode", "--synthesized", synthesized];
    const walls: Readonly<Record<"ours" | "builtIn" | "cli", number[]>> = { ours: [], builtIn: [], cli: [] };
    for (let round = 0; round < 6; round += 1) {
      walls.ours.push(await planned(at, 0));
      walls.builtIn.push(await planned(builtIn, 0));
      walls.cli.push((await measured(cli, at.env)).wall);
    }
    const [ours, other, ownCli] = [walls.ours, walls.builtIn, walls.cli].map((each) => median(each.slice(1)));
    // of pairs, since other work on the machine slows both
    const ratio = median(walls.ours.map((each, at) => each / (walls.builtIn[at] ?? NaN)).slice(1));
    return {
      what: "wall: terraform plan, 1,000 rows",
      is: `${milliseconds(ours)}, ${ratio.toFixed(2)} times`,
      must: `at most ${String(mostBesideBuiltIn)} times terraform_data`,
      beside: `terraform_data ${milliseconds(other)}, scanform plan ${milliseconds(ownCli)}`,
      reached: ratio <= mostBesideBuiltIn,
    };
  });

async function start(): Promise<Figure> {
  const [bare, ready]: [number[], number[]] = [[], []];
  for (let round = 0; round < 11; round += 1) {
    bare.push(await node(["-e", "0"]));
    ready.push(await handshake());
  }
  const [least, ours] = [median(bare), median(ready)];
  return {
    what: "wall: provider ready",
    is: milliseconds(ours),
    must: `at most ${milliseconds(1.5 * least + 100)} (1.5 times bare node and 100 ms)`,
    beside: `node -e 0 ${milliseconds(least)}`,
    reached: ours <= 1.5 * least + 100,
  };
}

const milliseconds = (wall = NaN): string => `${String(Math.round(wall))} ms`;
