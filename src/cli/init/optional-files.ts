import type { Expectations } from "../../generate/project/expectations";
import { type DeclaredConstruct, type FileTexts, jestConfig } from "../../generate/project/project-files";
import { testFile } from "../../generate/project/test-file";
import type { Manifest } from "../project";
import type { InitAnswers } from "./answers";
import { workflowFiles } from "./workflow-files";

/** The test of the construct, and how its runner reads it. */
export const testFiles = (
  { framework, test }: Pick<InitAnswers, "framework" | "test">,
  construct: DeclaredConstruct,
  expectations: Expectations,
  manifest: Manifest | undefined,
): FileTexts => ({
  ...(test === "none" ? {} : { "main.test.ts": testFile(framework, construct, expectations, test) }),
  ...(test === "jest" && manifest?.packages.has("jest") !== true ? { "jest.config.json": jestConfig } : {}),
});

/** The workflows of a code host. */
export const workflows = ({ ci }: Pick<InitAnswers, "ci">, origin: string | undefined): FileTexts =>
  ci === "github" ? workflowFiles(origin) : {};
