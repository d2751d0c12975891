// Fails when something that is published has a licence that asks for more than to be named: node tools/licenses.mjs
import { bundleProvider } from "./provider.mjs";
import { bundled, installed } from "./shipped.mjs";

const permissive = new Set(["0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "BlueOak-1.0.0", "ISC", "MIT"]);

/** Whether all licences of `A AND B`, or one of `A OR B`, are permissive; a mixture of both is not read. */
function isPermissive(license = "") {
  const expression = license.replace(/^\((.*)\)$/, "$1");
  if (expression.includes(" OR ")) return expression.split(" OR ").some((name) => permissive.has(name));
  return expression.split(" AND ").every((name) => permissive.has(name));
}

const { metafile } = await bundleProvider();
const shipped = [installed(), bundled(metafile)].flatMap(({ packages }) => packages);
const refused = new Set(
  shipped
    .filter(({ license }) => !isPermissive(license))
    .map(({ name, version, license = "no licence" }) => `${name} ${version} (${license})`),
);
for (const each of refused) console.error(`${each} is published with scanform, and its licence is not permissive.`);
if (refused.size > 0) console.error("Replace it, or add the licence to the list in tools/licenses.mjs.");
process.exitCode = refused.size > 0 ? 1 : 0;
