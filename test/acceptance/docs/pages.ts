import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot } from "../../support/spawned";

export interface Page {
  /** Its path below the root of the repository, such as `docs/guides/ci.md`. */
  readonly path: string;
  readonly text: string;
}

const pagesBelow = (folder: string): readonly Page[] =>
  readdirSync(join(repositoryRoot, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .sort()
    .map((name) => ({ path: join(folder, name), text: readFileSync(join(repositoryRoot, folder, name), "utf8") }));

export const guides = pagesBelow("docs/guides");
export const referencePages = pagesBelow("docs/reference");
