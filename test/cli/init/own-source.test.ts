import { mkdirSync, realpathSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ownSource } from "../../../src/cli/own-source";
import { temporaryFolder } from "../../support/temporary-folder";

const folder = temporaryFolder();
let made = 0;

/** A folder with these JSON files, and in it that of the project that is made. */
function tree(files: Readonly<Record<string, unknown>>): { readonly at: string; readonly project: string } {
  const at = join(realpathSync(folder), String((made += 1)));
  for (const [name, json] of Object.entries({ "project/package.json": {}, ...files })) {
    mkdirSync(dirname(join(at, name)), { recursive: true });
    writeFileSync(join(at, name), JSON.stringify(json));
  }
  return { at, project: join(at, "project") };
}

const installed = { "npx/node_modules/scanform/package.json": { name: "scanform", version: "1.2.3" } };

/** As npm keeps it beside what it has installed. */
const locked = (resolved: string | undefined) => ({
  ...installed,
  "npx/node_modules/.package-lock.json": { packages: { "node_modules/scanform": { version: "1.2.3", resolved } } },
});

const version = { spec: "1.2.3", argument: "scanform@1.2.3", isFolder: false };

test.each<[string, Readonly<Record<string, unknown>>, object]>([
  ["the npm registry", locked("https://packages.example/scanform/-/scanform-1.2.3.tgz"), version],
  ["a mirror of it", locked("https://npm.acme.example/api/npm/all/scanform/-/scanform-1.2.3.tgz"), version],
  ["a registry whose URLs npm does not keep", locked(undefined), version],
  [
    "a tarball",
    locked("file:../made/scanform-1.2.3.tgz"),
    { spec: "file:../made/scanform-1.2.3.tgz", argument: "../made/scanform-1.2.3.tgz", isFolder: false },
  ],
  [
    "a folder that npm has copied",
    locked("file:../made"),
    { spec: "file:../made", argument: "--install-links ../made", isFolder: true },
  ],
  [
    "the URL of a tarball",
    locked("https://files.acme.example/scanform-1.2.3.tgz"),
    { spec: "https://files.acme.example/scanform-1.2.3.tgz", isFolder: false },
  ],
  [
    "a commit",
    locked("git+ssh://git@github.com/scanform/scanform.git#0123abc"),
    { spec: "git+ssh://git@github.com/scanform/scanform.git#0123abc", isFolder: false },
  ],
  [
    "a tarball by another package manager, which keeps no such file",
    { ...installed, "npx/package.json": { dependencies: { scanform: "file:../made/scanform-1.2.3.tgz" } } },
    { spec: "file:../made/scanform-1.2.3.tgz" },
  ],
  [
    "a folder by another package manager, for development",
    { ...installed, "npx/package.json": { devDependencies: { scanform: "link:../made" } } },
    { spec: "file:../made" },
  ],
  [
    "a registry by another package manager",
    { ...installed, "npx/package.json": { devDependencies: { scanform: "^1.0.0" } } },
    version,
  ],
])("what was installed from %s is pinned to that", (_, files, expected) => {
  const { at, project } = tree(files);
  expect(ownSource(project, join(at, "npx/node_modules/scanform"))).toMatchObject(expected);
});

test("a dependency of another package is found by its own place", () => {
  const key = "node_modules/acme-tools/node_modules/scanform";
  const { at, project } = tree({
    [`npx/${key}/package.json`]: { version: "1.2.3" },
    "npx/node_modules/.package-lock.json": { packages: { [key]: { resolved: "file:../made/scanform.tgz" } } },
  });
  expect(ownSource(project, join(at, "npx", key)).spec).toBe("file:../made/scanform.tgz");
});

test("a folder outside of node_modules is pinned to itself", () => {
  const { at, project } = tree({ "made/package.json": { version: "1.2.3" } });
  expect(ownSource(project, join(at, "made"))).toEqual({
    ...{ spec: "file:../made", argument: "--install-links ../made", isFolder: true },
    note: expect.stringContaining("is pinned to the folder ../made") as string,
  });
});

test("a checkout is pinned to what is made from it, and says so", () => {
  const { at, project } = tree({ "checkout/package.json": { version: "1.2.3", private: true } });
  expect(ownSource(project, join(at, "checkout"))).toMatchObject({
    ...{ spec: "file:../checkout/dist/npm", isFolder: true },
    note: expect.stringContaining("npm run package") as string,
  });
});

test.each<[string, Readonly<Record<string, unknown>>, string]>([
  ["nothing says where it was installed from", installed, "does not say from where it was installed"],
  [
    "the URL has what may be a secret",
    locked("https://user:secret@files.acme.example/scanform.tgz"),
    "is not a plain one",
  ],
  ["the URL has a query", locked("https://files.acme.example/scanform.tgz?token=secret"), "is not a plain one"],
])("where %s, the version is pinned, with a notice", (_, files, words) => {
  const { at, project } = tree(files);
  const source = ownSource(project, join(at, "npx/node_modules/scanform"));
  expect(source).toEqual({ ...version, note: expect.stringContaining(words) as string });
  expect(JSON.stringify(source)).not.toContain("secret");
});

test("a damaged lock file is an error that names it", () => {
  const { at, project } = tree(installed);
  writeFileSync(join(at, "npx/node_modules/.package-lock.json"), "{");
  expect(() => ownSource(project, join(at, "npx/node_modules/scanform"))).toThrow(/\.package-lock\.json/);
});
