// Bills of materials in CycloneDX 1.6. Equal input gives equal bytes: no serial number, and no time unless
// SOURCE_DATE_EPOCH gives one.
import { Enums, Models, Serialize, Spec, SPDX } from "@cyclonedx/cyclonedx-library";
import { executable } from "./provider.mjs";
import { bundled, installed, manifest } from "./shipped.mjs";

/** SPDX by name where it is one, and as an expression such as `(MIT AND ISC)`. */
function licencesOf(license) {
  if (SPDX.isSupportedSpdxId(license)) return new Models.LicenseRepository([new Models.SpdxLicense(license)]);
  const isExpression = / (?:AND|OR|WITH) /.test(license);
  return new Models.LicenseRepository([new Models[isExpression ? "LicenseExpression" : "NamedLicense"](license)]);
}

/** The package URL of a package from npm. */
const packageUrl = ({ name, version }) => `pkg:npm/${name.replace("@", "%40")}@${version}`;

/** The hash of a lock file's integrity, such as `sha512-BASE64`. */
function hashOf(integrity) {
  const [, bits, base64] = /^sha(\d+)-(\S+)$/.exec(integrity);
  return [`SHA-${bits}`, Buffer.from(base64, "base64").toString("hex")];
}

function libraryOf(found) {
  const { name, version, license, integrity } = found;
  const purl = packageUrl(found);
  return new Models.Component(Enums.ComponentType.Library, name, {
    bomRef: purl,
    version,
    purl,
    licenses: licencesOf(license),
    hashes: new Models.HashDictionary(integrity === undefined ? [] : [hashOf(integrity)]),
  });
}

/** An application of this repository. @param options that override, such as `{ purl }` */
const own = (name, options) =>
  new Models.Component(Enums.ComponentType.Application, name, {
    bomRef: `${name}@${manifest.version}`,
    version: manifest.version,
    licenses: licencesOf(manifest.license),
    ...options,
  });

/** Components with their dependencies, by folder; a version that is there twice is one component. */
function componentsOf(packages) {
  const byPurl = new Map(packages.map((found) => [packageUrl(found), libraryOf(found)]));
  const byFolder = new Map(packages.map((found) => [found.folder, byPurl.get(packageUrl(found))]));
  for (const { folder, dependsOn } of packages)
    for (const other of dependsOn) byFolder.get(folder).dependencies.add(byFolder.get(other).bomRef);
  return byFolder;
}

const connect = (component, folders, components) => {
  for (const folder of folders) component.dependencies.add(components.get(folder).bomRef);
};

function serialized(component, components) {
  const { SOURCE_DATE_EPOCH: epoch } = process.env;
  const timestamp = epoch === undefined ? undefined : new Date(Number(epoch) * 1000);
  const bom = new Models.Bom({
    metadata: new Models.Metadata({ component, ...(timestamp === undefined ? {} : { timestamp }) }),
    components: new Models.ComponentRepository(components),
  });
  const normalize = new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6);
  return `${new Serialize.JsonSerializer(normalize).serialize(bom, { sortLists: true, space: 2 })}\n`;
}

/**
 * The bill of the provider's bundle.
 * @param metafile esbuild's
 * @param runtimes packages with Node that executables of the bundle are made with @returns JSON
 */
export function providerSbom(metafile, runtimes = []) {
  const { direct, packages } = bundled(metafile);
  const provider = own(executable);
  const components = componentsOf(packages);
  connect(provider, direct, components);
  const nodes = runtimes.map(libraryOf);
  for (const node of nodes) provider.dependencies.add(node.bomRef);
  return serialized(provider, [...components.values(), ...nodes]);
}

/** The bill of the npm package: what npm installs with it, and the provider's bundle. */
export function packageSbom(metafile) {
  const [needed, bundle] = [installed(), bundled(metafile)];
  const provider = own(executable);
  const root = own(manifest.name, { purl: packageUrl(manifest), bomRef: packageUrl(manifest) });
  const components = componentsOf(merged([needed, bundle].flatMap(({ packages }) => packages)));
  connect(root, needed.direct, components);
  connect(provider, bundle.direct, components);
  root.dependencies.add(provider.bomRef);
  return serialized(root, [provider, ...components.values()]);
}

/** One entry for each folder, with what any of its entries depends on. */
function merged(packages) {
  const byFolder = new Map();
  for (const found of packages) {
    const dependsOn = new Set([...(byFolder.get(found.folder)?.dependsOn ?? []), ...found.dependsOn]);
    byFolder.set(found.folder, { ...found, dependsOn: [...dependsOn] });
  }
  return [...byFolder.values()];
}
