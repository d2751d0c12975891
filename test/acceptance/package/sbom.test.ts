import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Spec, Validation } from "@cyclonedx/cyclonedx-library";
import { npmPackage } from "../../support/npm-package";
import { repositoryRoot } from "../../support/spawned";
import { temporaryFolder } from "../../support/temporary-folder";

interface Component {
  readonly name: string;
  readonly version: string;
  readonly "bom-ref": string;
  readonly purl?: string;
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[];
  readonly licenses: readonly object[];
}

interface Bom {
  readonly metadata: { readonly component: Component; readonly timestamp?: string };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn?: readonly string[] }[];
}

interface Lock {
  readonly packages: Readonly<
    Record<string, { readonly version: string; readonly integrity: string; readonly dev?: true }>
  >;
}

const paths = { package: "sbom.cdx.json", provider: "dist/provider/sbom.cdx.json" };
const kinds = ["package", "provider"] as const;

type Bills = Readonly<Record<keyof typeof paths, string>>;

/** The bills of a staged or unpacked package. */
function billsIn(folder: string): Bills {
  const read = (path: string): string => readFileSync(join(folder, path), "utf8");
  return { package: read(paths.package), provider: read(paths.provider) };
}

/** Stages the package. @returns its bills of materials */
function staged(env: NodeJS.ProcessEnv): Bills {
  const folder = temporaryFolder();
  const { status, stderr } = spawnSync(process.execPath, ["tools/package.mjs", join(folder, "staged")], {
    cwd: repositoryRoot,
    encoding: "utf8",
    env: { PATH: process.env["PATH"], HOME: process.env["HOME"], ...env },
  });
  if (status !== 0) throw new Error(stderr);
  return billsIn(join(folder, "staged"));
}

jest.setTimeout(120_000);

let text: Bills;
const bom = (kind: keyof typeof paths): Bom => JSON.parse(text[kind]) as Bom;

beforeAll(async () => {
  text = billsIn((await npmPackage()).folder);
});

const lock = JSON.parse(readFileSync(join(repositoryRoot, "package-lock.json"), "utf8")) as Lock;

test.each(kinds)("the bill of the %s is valid, and reaches each component, with its licence, once", async (kind) => {
  expect(await new Validation.JsonStrictValidator(Spec.Version.v1dot6).validate(text[kind])).toBeNull();
  const { metadata, components, dependencies } = bom(kind);
  const references = components.map((component) => component["bom-ref"]);
  expect(new Set(references).size).toBe(components.length);
  expect(components.filter(({ licenses }) => licenses.length !== 1)).toEqual([]);
  const reached = new Set<string>();
  const visit = (ref: string): void => {
    if (reached.has(ref)) return;
    reached.add(ref);
    for (const next of dependencies.find((each) => each.ref === ref)?.dependsOn ?? []) visit(next);
  };
  const root = metadata.component["bom-ref"];
  visit(root);
  expect([...reached].sort()).toEqual([root, ...references].sort());
});

test("the package has each production dependency of the lock file, with its hash", () => {
  const expected = Object.entries(lock.packages).filter(([path, { dev }]) => path !== "" && dev !== true);
  const { components } = bom("package");
  expect(expected.length).toBeGreaterThan(5);
  for (const [path, { version, integrity }] of expected) {
    const name = path.replace(/^.*node_modules\//, "");
    const content = Buffer.from(integrity.replace("sha512-", ""), "base64").toString("hex");
    expect(components).toContainEqual(
      expect.objectContaining({
        name,
        version,
        purl: `pkg:npm/${name.replace("@", "%40")}@${version}`,
        hashes: [{ alg: "SHA-512", content }],
      }),
    );
  }
});

test("the provider has the packages whose licences come with its bundle", () => {
  const licences = readFileSync(join(repositoryRoot, "dist/provider/LICENSES.txt"), "utf8");
  const headings = licences.split(/^=+\n\n/m).map((part) => part.slice(0, part.indexOf(" (")));
  const named = bom("provider").components.map(({ name, version }) => `${name} ${version}`);
  expect(named.length).toBeGreaterThan(2);
  expect(headings).toEqual(expect.arrayContaining(named));
});

test("the package has what is in the provider's bundle", () => {
  const { components, dependencies } = bom("package");
  const own = bom("provider");
  expect(components).toEqual(expect.arrayContaining([...own.components]));
  const root = own.metadata.component["bom-ref"];
  const edges = (of: Bom["dependencies"]) => of.find(({ ref }) => ref === root);
  expect(edges(dependencies)).toEqual(edges(own.dependencies));
});

test("staged again, in another time zone, the bills differ in the time of SOURCE_DATE_EPOCH alone", () => {
  const timestamp = "2023-11-14T22:13:20.000Z";
  const again = staged({ TZ: "Asia/Tokyo", SOURCE_DATE_EPOCH: "1700000000" });
  for (const kind of kinds) {
    expect(bom(kind).metadata.timestamp).toBeUndefined();
    expect((JSON.parse(again[kind]) as Bom).metadata.timestamp).toBe(timestamp);
    expect(again[kind].replace(`    "timestamp": "${timestamp}",\n`, "")).toBe(text[kind]);
  }
});
