import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { AccountDeclaration } from "../../src/declaration/group-by-account";
import { type Declaration, readDeclaration } from "../../src/declaration/read-declaration";
import type { Diagnostic } from "../../src/diagnostics/diagnostic";
import { ScanformError } from "../../src/diagnostics/error";

export type Json = Readonly<Record<string, unknown>>;

const folders: string[] = [];

afterEach(() => {
  for (const each of folders.splice(0)) rmSync(each, { recursive: true });
});

/** A folder with these files, text as it is and anything else as JSON. It is gone after the test. */
export function folder(files: Json): string {
  const path = mkdtempSync(join(tmpdir(), "scanform-test-"));
  folders.push(path);
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(path, name)), { recursive: true });
    writeFileSync(join(path, name), typeof content === "string" ? content : JSON.stringify(content));
  }
  return path;
}

export const fileOf = (stack: string): string => `stacks/${stack}/cdk.tf.json`;

/** A manifest as cdktf writes it. `more` is what it says about each stack besides. */
export const manifestOf = (names: readonly string[], more: Json = {}): Json => ({
  version: "0.21.0",
  stacks: Object.fromEntries(
    names.map((name) => [
      name,
      {
        annotations: [],
        constructPath: name,
        dependencies: [],
        name,
        synthesizedStackPath: fileOf(name),
        workingDirectory: `stacks/${name}`,
        ...more,
      },
    ]),
  ),
});

/** The folder that an app of these stacks synthesizes into. */
export const synthesized = (stacks: Json, more: Json = {}): string =>
  folder({
    "manifest.json": manifestOf(Object.keys(stacks), more),
    ...Object.fromEntries(Object.entries(stacks).map(([name, json]) => [fileOf(name), json])),
  });

/** What the one stack `acme` declares. */
export const read = (acme: Json | string) => readOne(synthesized({ acme }));

/** What a folder declares, which must be for one account. */
export function readOne(folder: string): AccountDeclaration & Pick<Declaration, "diagnostics"> {
  const { accounts, diagnostics } = readDeclaration(folder);
  const [only, ...others] = accounts;
  if (only === undefined || others.length > 0) throw new Error("not one account");
  return { ...only, diagnostics };
}

/** Why a folder is refused; nothing when it is not. */
export function problemsIn(path: string): readonly Diagnostic[] {
  try {
    readDeclaration(path);
    return [];
  } catch (thrown) {
    if (thrown instanceof ScanformError) return thrown.diagnostics;
    throw thrown;
  }
}

/** Why the one stack `acme` is refused. */
export const problems = (acme: Json | string): readonly Diagnostic[] => problemsIn(synthesized({ acme }));

/** A stack of one configuration, `strict`. The path to it, in the file. */
export const strict = (attributes: Json, more: Json = {}): Json => ({
  ...more,
  resource: { scanform_configuration: { strict: { name: "strict", ...attributes } } },
});
export const at = (pointer: string): string => `${fileOf("acme")}#${pointer}`;
export const atStrict = (pointer: string): string => at(`/resource/scanform_configuration/strict${pointer}`);

/** A stack of the configuration `strict` and one list of rules, `routing`. */
export const routing = (...rules: readonly unknown[]): Json => ({
  resource: {
    scanform_configuration: { strict: { name: "strict" } },
    scanform_repository_assignments: { routing: { rules } },
  },
});

export const base = {
  name: "base",
  comment: "silent",
  risk_threshold: 3,
  show_scan_confirmation: true,
  renamed_from: ["old", "older"],
  analyzers: {
    "sql-injection": { enabled: false, excludes: ["test/**"] },
    "odd}{": { enabled: true },
    'say "\\"': { enabled: true },
  },
};

/** A stack of `strict` with these attributes, beside a configuration `base` to which they may refer. */
export const beside = (attributes: object) => ({
  resource: {
    scanform_configuration: {
      base,
      strict: { name: "strict", ...attributes },
      literal: { name: "literal", analyzers: { "$${x}": {} } },
    },
  },
});

/** How `strict` refers to it. */
export const B = "scanform_configuration.base";
