import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type DeclaredConstruct, type FileTexts, jestConfig, testFile } from "../../generate/project/project-files";
import { policyFileName } from "../command-policies";
import type { Manifest } from "../project";
import { ownFolder } from "../version";
import type { InitAnswers } from "./answers";

/** The folder with the scanform that the workflows pin. */
export const workflowsScanform = ".github/scanform";

/** The test of the construct, and how its runner reads it. */
export const testFiles = (
  { framework, test }: Pick<InitAnswers, "framework" | "test">,
  construct: DeclaredConstruct,
  manifest: Manifest | undefined,
): FileTexts => ({
  ...(test === "none" ? {} : { "main.test.ts": testFile(framework, construct, test, manifest?.extension) }),
  ...(test === "jest" && manifest?.packages.has("jest") !== true ? { "jest.config.json": jestConfig } : {}),
});

/** Where the policies of a project are: beside the scanform that the workflows pin, which ask them there. */
export const policyPathFor = ({ ci }: Pick<InitAnswers, "ci">): string =>
  ci === "github" ? `${workflowsScanform}/${policyFileName}` : policyFileName;

/** The workflows of a code host. */
export const workflows = ({ ci }: Pick<InitAnswers, "ci">, origin: string | undefined): FileTexts =>
  ci === "github" ? workflowFiles(origin) : {};

const example = join(ownFolder, "examples/github-actions");

const exampleOrigin = "https://findings.example.com";

/** The address of a service as the workflows can have it: an https URL without anything unusual. */
export const isPlainOrigin = (origin: string): boolean =>
  /^https:\/\/[A-Za-z0-9][A-Za-z0-9.-]*(:\d+)?(\/[A-Za-z0-9._~/-]*)?$/.test(origin);

/** The workflows of the package, and what they pin, by their paths in a repository. @param origin of the service */
function workflowFiles(origin = ""): FileTexts {
  const found = readdirSync(join(example, ".github"), { recursive: true, withFileTypes: true, encoding: "utf8" });
  const paths = found
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort();
  return Object.fromEntries(
    paths.map((path) => {
      const text = readFileSync(path, "utf8");
      const name = path.slice(example.length + 1).replaceAll("\\", "/");
      return [name, isPlainOrigin(origin) ? text.replaceAll(exampleOrigin, () => origin) : text];
    }),
  );
}
