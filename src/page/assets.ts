import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The built files, made by `tools/setup.mjs`. The package root is two levels up, in src/ and in dist/. */
const folder = join(__dirname, "../../dist/page");

/** Text of ours that a page contains, with what its content security policy says of it. */
export interface Asset {
  readonly text: string;
  /** `'sha256-…'` */
  readonly source: string;
}

const asset = (name: string): Asset => {
  const text = readFileSync(join(folder, name), "utf8");
  return { text, source: `'sha256-${createHash("sha256").update(text).digest("base64")}'` };
};

/** The style sheet and the script of a page. */
export const assets = (): { readonly style: Asset; readonly script: Asset } => ({
  style: asset("page.css"),
  script: asset("page.js"),
});
