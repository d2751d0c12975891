import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Desk } from "../../support/desk";

/** What is in the folder of a desk after `scanform init`. */
export const project = [
  ".gitignore",
  ".npmrc", // the tests run a checkout
  "app", // the desk's own
  "cdktf.json",
  "main.ts",
  "package.json",
  "settings.ts",
  "tsconfig.json",
];

/** What `--import` writes in place of settings.ts. */
export const imported = ["imported.ts", "scanform.policy.ts"];

export const read = ({ folder }: Desk, name: string): string => readFileSync(join(folder, name), "utf8");

export const write = ({ folder }: Desk, name: string, text: string): void => {
  writeFileSync(join(folder, name), text);
};

export const names = ({ folder }: Desk): readonly string[] => readdirSync(folder).sort();
