import { readFileSync, realpathSync, statSync } from "node:fs";
import { isAbsolute, join, relative, sep } from "node:path";
import { type Diagnostic, error, warning } from "../diagnostics/diagnostic";
import { fail, messageOf, ScanformError } from "../diagnostics/error";
import { type Decoder, decode } from "../model/decoder";
import { JsonLimitError, parseJson } from "../model/parse-json";
import { pathText } from "../model/path-text";
import { type Annotation, documentDecoder, manifestDecoder } from "./decoders";
import type { Stack } from "./document";

interface Documents {
  readonly stacks: readonly Stack[];
  /** Annotations that the app added to its constructs. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Looks at the text of a file before anything is made of it. */
export type Inspect = (text: string, path: string) => void;

/** How many bytes all files of a declaration may have together. */
const mostBytes = 64 * 2 ** 20;

/** Reads the manifest of a folder that cdktf has synthesized into, and every stack that it names. */
export function readDocuments(folder: string, inspect: Inspect = () => undefined): Documents {
  const reading: Reading = { folder, inspect, left: mostBytes };
  const { stacks } = parse(manifestDecoder, reading, "manifest.json");
  const all = Object.values(stacks);
  return {
    stacks: all.map(({ name, constructPath = name, synthesizedStackPath: file }) => ({
      name,
      constructPath,
      file,
      json: parse(documentDecoder, reading, file),
    })),
    diagnostics: all.flatMap(({ annotations = [] }) => annotations).flatMap(toDiagnostic),
  };
}

function toDiagnostic({ level, message, constructPath }: Annotation): readonly Diagnostic[] {
  if (level === "@cdktf/error") return [error("app-annotation", message, { address: constructPath })];
  if (level === "@cdktf/warn") return [warning("app-annotation", message, { address: constructPath })];
  return [];
}

interface Reading {
  readonly folder: string;
  readonly inspect: Inspect;
  /** The bytes that may still be read. */
  left: number;
}

/** @param file relative to the folder, which somebody else may have made: it must not lead out of it */
function parse<T>(decoder: Decoder<T>, reading: Reading, file: string): T {
  const path = join(reading.folder, file);
  const text = read(reading, file);
  reading.inspect(text, path);
  const decoded = decode(decoder, parsed(text, path));
  if ("value" in decoded) return decoded.value;
  const [issue] = decoded.issues;
  return fail(
    "synth-invalid",
    `${path} is not what cdktf writes: ${pathText(issue?.path ?? [])} ${issue?.message ?? ""}. Synthesize again.`,
    { path },
  );
}

function read(reading: Reading, file: string): string {
  const { folder } = reading;
  const path = join(folder, file);
  try {
    const real = realpathSync(path);
    if (!isInside(realpathSync(folder), real))
      fail("synth-invalid", `${path} leads out of the folder that holds the manifest. Synthesize again.`, { path });
    const status = statSync(real);
    if (!status.isFile()) fail("synth-invalid", `${path} is not a file. Synthesize again.`, { path });
    reading.left -= status.size;
    if (reading.left < 0)
      fail("synth-invalid", `${path}, or it and the files before it, has more than 64 MiB. Declare less.`, { path });
    return readFileSync(real, "utf8");
  } catch (thrown) {
    if (thrown instanceof ScanformError) throw thrown;
    return fail(
      "synth-missing",
      `${path} cannot be read: ${messageOf(thrown)}. Name the folder that cdktf synthesized into (cdktf.out, as a rule).`,
      { path },
      thrown,
    );
  }
}

function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

function parsed(text: string, path: string): unknown {
  try {
    return parseJson(text);
  } catch (thrown) {
    if (thrown instanceof JsonLimitError)
      fail("synth-invalid", `${path} is ${thrown.message}. Declare less.`, { path });
    // the parser's message quotes the text, which may hold an API key
    return fail("synth-invalid", `${path} is not JSON. Synthesize again.`, { path }, thrown);
  }
}
