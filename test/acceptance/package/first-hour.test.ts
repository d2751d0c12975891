import { exec } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { acmeKey, type Emulator } from "../../../src/emulator";
import { scaleSeed } from "../../../src/emulator/seed/scale-seed";
import { startEmulator } from "../../support/emulator";
import { afterTest } from "../../support/listening";
import { npmPackage } from "../../support/npm-package";
import { npmRegistry } from "../../support/npm-registry";
import { describeWeekly } from "../../support/registry";
import { repositoryRoot } from "../../support/spawned";
import { temporaryFolder } from "../../support/temporary-folder";

jest.setTimeout(300_000);

const shared = temporaryFolder();

/** Runs command lines as a user's shell does, in an empty folder, with a key. */
async function atAnEmptyFolder(name: string) {
  const emulator = await startEmulator({ seed: scaleSeed(14, 350) });
  afterTest(() => emulator.close());
  const env = { ...(await npmRegistry(shared)), SCANFORM_BASE_URL: emulator.url, SCANFORM_API_KEY: acmeKey };
  const folder = join(shared, name);
  mkdirSync(folder);
  const type = (line: string) => promisify(exec)(line, { cwd: folder, env });
  return { emulator, folder, type };
}

/** What README says to type, block by block: its lines, without their comments. */
function commandsOfReadme(): readonly (readonly string[])[] {
  const [, use = ""] = /^## Use it\n(.*?)^## /ms.exec(readme) ?? [];
  return [...use.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, text = ""]) =>
    text
      .split("\n")
      .map((line) => line.replace(/ +#.*/, ""))
      .filter((line) => line !== "" && !line.startsWith("export ")),
  );
}

const readme = readFileSync(join(repositoryRoot, "README.md"), "utf8");

/** The lines that a screen shows of README. */
const firstScreen = 40;

interface Settings {
  readonly analyzers?: Readonly<Record<string, { readonly enabled?: boolean; readonly blocking?: boolean }>>;
}

/** Each repository's settings, as the service has them. */
function settingsOf(emulator: Emulator): ReadonlyMap<string, Settings> {
  const [{ configurations = [], repositories = [] } = {}] = emulator.snapshot().accounts;
  const byId = new Map(configurations.map(({ id, configuration }) => [id ?? "", (configuration ?? {}) as Settings]));
  return new Map(repositories.map(({ id, configuration_id: of }) => [id, byId.get(of ?? "") ?? {}]));
}

const blockingIn = ({ analyzers = {} }: Settings): readonly string[] =>
  Object.entries(analyzers).flatMap(([slug, { enabled, blocking }]) =>
    enabled === true && blocking === true ? [slug] : [],
  );

test("three commands of README lead from an empty folder and a key to no changes, and two more to a reviewed change", async () => {
  const [toNoChanges = [], toAChange = [], ...others] = commandsOfReadme();
  expect([toNoChanges.length, toAChange.length, others.length]).toEqual([3, 2, 0]);
  const screen = readme.split("\n").slice(0, firstScreen).join("\n");
  for (const line of [...toNoChanges, ...toAChange]) expect(screen).toContain(`\n${line}`);
  const { emulator, folder, type } = await atAnEmptyFolder("as-readme-says");

  let out = "";
  for (const line of toNoChanges) out = (await type(line)).stdout;
  expect(out).toContain("no changes (14 configurations, 350 repositories)");
  const { devDependencies } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
    readonly devDependencies: Readonly<Record<string, string>>;
  };
  const { version } = JSON.parse(readFileSync(join(repositoryRoot, "package.json"), "utf8")) as { version: string };
  expect(devDependencies["scanform"]).toBe(version);

  // somebody lets one analyzer of one configuration no longer block
  const path = join(folder, "imported.ts");
  const code = readFileSync(path, "utf8");
  const changed = code.replace(/enabled: true, blocking: true/, "enabled: true, blocking: false");
  expect(changed).not.toBe(code);
  writeFileSync(path, changed);
  const before = settingsOf(emulator);
  const [plan = "", apply = ""] = toAChange;
  const { stdout: planned } = await type(plan);
  expect(emulator.requests.filter(({ method }) => method !== "GET")).toEqual([]);
  expect((await type(apply)).stdout).toContain("Read back: the service holds all that was planned.");

  const after = settingsOf(emulator);
  const weaker = [...before].filter(([id, settings]) => {
    const still = blockingIn(after.get(id) ?? {});
    return blockingIn(settings).some((slug) => !still.includes(slug));
  });
  expect(weaker.length).toBeGreaterThan(0);
  const shown = planned.split("\n").slice(0, 24).join("\n");
  expect(shown).toContain(`WEAKENS ${String(weaker.length)} of 350 repositories`);
  expect(shown).toMatch(/weaker +.* no longer blocks pull requests\n.*imported\.ts:\d+/);
});

// own-source.test.ts has what is written for a tarball and for a folder
describeWeekly("installed, from a tarball, and from a folder", () => {
  test("where the package is installed, the command that init prints leads to a plan without changes", async () => {
    const { type } = await atAnEmptyFolder("installed");
    const { tarball } = await npmPackage();
    await type(`npm install "${tarball}"`);
    const { stderr } = await type("npx scanform init --import --yes");
    const [, next = ""] = /^Next:\n {2}(npm install .*)$/m.exec(stderr) ?? [];
    await type(next);
    expect((await type("npx scanform plan --detailed-exitcode")).stdout).toContain("no changes");
  });

  test("a project made by scanform from a tarball is pinned to that tarball, and npm installs it", async () => {
    const { folder, type } = await atAnEmptyFolder("from-a-tarball");
    const { tarball } = await npmPackage();
    const { stderr } = await type(`npx --package "${tarball}" scanform init`);
    expect(stderr).toContain("is pinned to the file ");
    expect(readFileSync(join(folder, "package.json"), "utf8")).toMatch(/"scanform": "file:.*\.tgz"/);
    await type("npm install");
    expect(readdirSync(join(folder, "node_modules/.bin"))).toContain("scanform");
    expect((await type("npx scanform plan")).stdout).toContain("1 configuration to create");
  });

  test("a project made by scanform is pinned to that folder, and npm copies it", async () => {
    const { folder, type } = await atAnEmptyFolder("from-a-folder");
    const source = join(shared, "a folder");
    const unpacked = await npmPackage();
    await type(`mkdir "${source}" && tar -xzf "${unpacked.tarball}" --strip-components 1 -C "${source}"`);
    await type(`npm install --prefix "${source}" --omit dev`);
    const { stderr } = await type(`node "${join(source, "dist/cli/bin.js")}" init`);
    expect(stderr).toContain("is pinned to the folder ../a folder");
    expect(readFileSync(join(folder, ".npmrc"), "utf8")).toBe("install-links=true\n");
    await type("npm install");
    expect((await type("npx scanform plan")).stdout).toContain("1 configuration to create");
  });
});
