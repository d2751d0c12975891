import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { providerSource } from "../../../src/terraform/schema/provider";
import { npmPackage } from "../../support/npm-package";
import { repositoryRoot } from "../../support/spawned";

jest.setTimeout(120_000);

let unpacked: string;

beforeAll(async () => {
  unpacked = (await npmPackage()).folder;
});

interface Manifest {
  readonly version: string;
  readonly bin: { readonly scanform: string };
  readonly exports: Readonly<Record<string, string | { readonly default: string }>>;
}

const manifestIn = (at: string) => JSON.parse(readFileSync(join(at, "package.json"), "utf8")) as Manifest;

const files = (): readonly string[] =>
  readdirSync(unpacked, { recursive: true, withFileTypes: true, encoding: "utf8" })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));

test("contains what users need, and nothing else", () => {
  expect(readdirSync(unpacked).sort()).toEqual([
    "AGENTS.md",
    "CHANGELOG.md",
    "LICENSE",
    "README.md",
    "SECURITY.md",
    "action.yml",
    "dist",
    "docs",
    "examples",
    "package.json",
    "sbom.cdx.json",
  ]);
  expect(readdirSync(join(unpacked, "docs")).sort()).toEqual(["guides", "plan.svg", "provider", "reference"]);
  expect(readdirSync(join(unpacked, "examples")).sort()).toEqual([
    "github-actions",
    "hcl-only",
    "library",
    "policies",
    "presets-and-overrides",
    "quickstart",
    "ten-accounts",
    "triages",
    "two-teams",
  ]);
  expect(readdirSync(join(unpacked, "dist/provider")).sort()).toEqual([
    "LICENSES.txt",
    "package.json",
    "sbom.cdx.json",
    "terraform-provider-scanform",
  ]);
});

test("the workflows call the action by the commit that the package is made of", () => {
  const folder = join(unpacked, "examples/github-actions/.github/workflows");
  const called = readdirSync(folder).flatMap(
    (name) => readFileSync(join(folder, name), "utf8").match(/scanform\/scanform@.*/g) ?? [],
  );
  const { version } = manifestIn(unpacked);
  expect(called).toHaveLength(8);
  for (const each of called)
    expect(each).toMatch(new RegExp(`^scanform/scanform@(?!0{40})[0-9a-f]{40} # v${version}$`));
});

test("contains no source, test, state or archive", () => {
  const unexpected = files().filter(
    (path) =>
      (path.endsWith(".ts") && !/\.d\.ts$|\/examples\//.test(path)) || /\.(map|tgz|log|tsbuildinfo)$/.test(path),
  );
  expect(unexpected).toEqual([]);
});

test("has a manifest without development fields", () => {
  expect(Object.keys(manifestIn(unpacked))).toEqual([
    "name",
    "version",
    "description",
    "license",
    "repository",
    "bugs",
    "homepage",
    "keywords",
    "engines",
    "type",
    "bin",
    "exports",
    "dependencies",
    "peerDependencies",
    "peerDependenciesMeta",
    "main",
    "types",
    "typesVersions",
    "cdktf",
    "cdktn",
  ]);
});

test("names its provider to the CLIs of both frameworks, in its own version", () => {
  const { version } = manifestIn(unpacked);
  const keys = { provider: { name: `registry.terraform.io/${providerSource}`, version } };
  expect(manifestIn(unpacked)).toMatchObject({ cdktf: keys, cdktn: keys });
});

test("has what its manifest names", () => {
  const { bin, exports } = manifestIn(unpacked);
  const targets = Object.values(exports).map((target) => (typeof target === "string" ? target : target.default));
  expect([bin.scanform, ...targets].filter((path) => !existsSync(join(unpacked, path)))).toEqual([]);
});

test("runs from where it was unpacked", () => {
  const { bin, version } = manifestIn(unpacked);
  expect(execFileSync(process.execPath, [join(unpacked, bin.scanform), "--version"], { encoding: "utf8" })).toBe(
    `${version}\n`,
  );
});

test("each relative link of each page leads to a file of the package", () => {
  const pages = files().filter((path) => path.endsWith(".md"));
  const links = pages.flatMap((page) => {
    const prose = readFileSync(page, "utf8").replaceAll(/^```.*?^```/gms, "");
    return [...prose.matchAll(/\]\((?!https?:|#)([^)#\s]+)[^)]*\)/g)].map(([, to = ""]) => ({ page, to }));
  });
  expect(links.length).toBeGreaterThan(10);
  expect(links.filter(({ page, to }) => !existsSync(join(dirname(page), to)))).toEqual([]);
});

test("a link of the README to what is not published leads to the tag of the version", () => {
  const { version } = manifestIn(unpacked);
  const readme = readFileSync(join(unpacked, "README.md"), "utf8");
  for (const path of ["CONTRIBUTING.md", "docs/decisions", "examples/terraform"])
    expect(readme).toContain(`](https://github.com/scanform/scanform/blob/v${version}/${path})`);
  expect(readme).toContain(`](https://github.com/scanform/scanform/raw/v${version}/docs/page.png)`);
});

test("names no folder of the machine that built it", () => {
  const folders = [repositoryRoot, realpathSync(join(repositoryRoot, "node_modules"))];
  const naming = files().filter((path) => {
    const text = readFileSync(path, "latin1");
    return folders.some((name) => text.includes(name));
  });
  expect(naming).toEqual([]);
});

test("the development manifest cannot be published", () => {
  expect(manifestIn(repositoryRoot)).toHaveProperty("private", true);
});
