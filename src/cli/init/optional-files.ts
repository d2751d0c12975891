import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type DeclaredConstruct, type FileTexts, jestConfig, testFile } from "../../generate/project/project-files";
import type { Manifest } from "../project";
import { ownFolder } from "../version";
import type { InitAnswers } from "./answers";

/** The test of the construct, and how its runner reads it. */
export const testFiles = (
  { framework, test }: Pick<InitAnswers, "framework" | "test">,
  construct: DeclaredConstruct,
  manifest: Manifest | undefined,
): FileTexts => ({
  ...(test === "none" ? {} : { "main.test.ts": testFile(framework, construct, test) }),
  ...(test === "jest" && manifest?.packages.has("jest") !== true ? { "jest.config.json": jestConfig } : {}),
});

/** The workflows of a code host. */
export const workflows = ({ ci }: Pick<InitAnswers, "ci">, origin: string | undefined): FileTexts =>
  ci === "github" ? workflowFiles(origin) : {};

const example = join(ownFolder, "examples/github-actions");

const exampleOrigin = "https://findings.example.com";

/**
 * The workflows of the package and their scripts, by their paths in a repository.
 *
 * @param origin of the service, which is put into them where it is an https URL without anything unusual
 */
function workflowFiles(origin = ""): FileTexts {
  const isPlain = /^https:\/\/[A-Za-z0-9][A-Za-z0-9.-]*(:\d+)?(\/[A-Za-z0-9._~/-]*)?$/.test(origin);
  const found = readdirSync(join(example, ".github"), { recursive: true, withFileTypes: true, encoding: "utf8" });
  const paths = found
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort();
  return Object.fromEntries(
    paths.map((path) => {
      const text = readFileSync(path, "utf8");
      const name = path.slice(example.length + 1).replaceAll("\\", "/");
      return [name, isPlain ? text.replaceAll(exampleOrigin, () => origin) : text];
    }),
  );
}
