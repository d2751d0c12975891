import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Diagnostic, error, warning } from "../diagnostics/diagnostic";
import { fail, messageOf } from "../diagnostics/error";
import { schemas } from "../model/later";
import { shapes } from "./later";
import { isDocument, isManifest } from "./quick";
import type { Annotation, DocumentShapes } from "./shapes";
import type { Stack } from "./stack";

export interface Documents {
  readonly stacks: readonly Stack[];
  /** What the app itself said about its constructs. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads the manifest of a folder that cdktf has synthesized into, and every stack that it names. */
export function readDocuments(folder: string): Documents {
  const { stacks } = parse("manifest", isManifest, folder, "manifest.json");
  const all = Object.values(stacks);
  return {
    stacks: all.map(({ name, constructPath = name, synthesizedStackPath: file }) => ({
      name,
      constructPath,
      file,
      json: parse("document", isDocument, folder, file),
    })),
    diagnostics: all.flatMap(({ annotations = [] }) => annotations).flatMap(said),
  };
}

function said({ level, message, constructPath }: Annotation): readonly Diagnostic[] {
  if (level === "@cdktf/error") return [error("app-annotation", message, { address: constructPath })];
  if (level === "@cdktf/warn") return [warning("app-annotation", message, { address: constructPath })];
  return [];
}

function parse<K extends keyof DocumentShapes>(
  kind: K,
  isRight: (json: unknown) => json is DocumentShapes[K],
  folder: string,
  file: string,
): DocumentShapes[K] {
  const path = join(folder, file);
  const json = parseJson(read(folder, file), path);
  if (isRight(json)) return json;
  const result = shapes().documentShapes[kind].safeParse(json);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  return fail(
    "synth-invalid",
    `${path} is not what cdktf writes: ${schemas().pathText(issue?.path ?? [])} ${issue?.message ?? ""}. Synthesize again.`,
    { path },
  );
}

function read(folder: string, file: string): string {
  const path = join(folder, file);
  try {
    return readFileSync(path, "utf8");
  } catch (thrown) {
    return fail(
      "synth-missing",
      `${path} cannot be read: ${messageOf(thrown)}. Name the folder that cdktf synthesized into (cdktf.out, as a rule).`,
      { path },
      thrown,
    );
  }
}

function parseJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (thrown) {
    // the parser's own words quote the text, and somebody may have written a key there
    return fail("synth-invalid", `${path} is not JSON. Synthesize again.`, { path }, thrown);
  }
}
