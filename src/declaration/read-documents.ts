import { readFileSync, realpathSync, statSync } from "node:fs";
import { isAbsolute, join, relative, sep } from "node:path";
import { type Diagnostic, error, warning } from "../diagnostics/diagnostic";
import { fail, ScanformError } from "../diagnostics/error";
import { whyUnread } from "../diagnostics/given-file";
import {
  type DecodedBy,
  type Decoder,
  decode,
  expected,
  list,
  map,
  object,
  optional,
  required,
  text,
} from "../model/decoder";
import { JsonLimitError, parseJson, textOfFile } from "../model/parse-json";
import { detailOf, placeText } from "../model/problem";
import { type Stack, DocumentPath } from "./document";
import { isObject, define } from "../model/json";

interface Documents {
  readonly stacks: readonly Stack[];
  /** Annotations that the app added to its constructs. */
  readonly diagnostics: readonly Diagnostic[];
}

const synthesized = { unknownKeys: "kept", null: "rejected" } as const;

const annotation = object(
  { constructPath: required(text), level: required(text), message: required(text) },
  synthesized,
);
type Annotation = DecodedBy<typeof annotation>;

const stack = object(
  {
    name: required(text),
    constructPath: optional(text),
    synthesizedStackPath: required(text),
    annotations: optional(list(annotation)),
  },
  synthesized,
);

/** The file `manifest.json`, which names every stack and its file. */
const manifestDecoder = object({ stacks: required(map(stack, { null: "rejected" })) }, synthesized);

/** The file of a stack. */
const documentDecoder: Decoder<Readonly<Record<string, unknown>>> = (value) =>
  isObject(value) ? value : expected("an object", value);

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
    stacks: all.map(({ name, constructPath = name, synthesizedStackPath }) => {
      const file = synthesizedStackPath.replaceAll("\\", "/"); // as cdktf writes it on Windows
      return { name, constructPath, file, json: parse(documentDecoder, reading, file) };
    }),
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
  const [problem] = decoded.problems;
  return fail(
    "synth-invalid",
    `${path} is not what cdktf writes. ${problem === undefined ? "" : detailOf(problem, placeText(problem.path))} Synthesize again.`,
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
    return textOfFile(readFileSync(real));
  } catch (thrown) {
    if (thrown instanceof ScanformError) throw thrown;
    return fail(
      "synth-missing",
      `${path} cannot be read: ${whyUnread(thrown)}. Name the folder that cdktf synthesized into (cdktf.out, as a rule).`,
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

/** A property of an object, or of one of the objects of an array. */
interface Member {
  readonly key: string;
  readonly value: unknown;
  readonly place: DocumentPath;
}

type Refuse = (place: DocumentPath, why: string) => void;

/**
 * Brings a stack into the form that cdktf writes: one object for `resource`, for each type and for each
 * block, and an array for `import` and the provider's blocks. Terraform's JSON syntax also allows an array of
 * objects in place of an object of blocks, and reads all of them. Anything else there is an error: what is
 * not read would count as not declared.
 */
export function flattenBlocks(stack: Stack, diagnostics: Diagnostic[]): Stack {
  const { resource, provider, import: imports } = stack.json;
  const root = new DocumentPath(stack);
  const refuse: Refuse = (place, why) => {
    diagnostics.push(error("declaration-invalid", why, place));
  };
  return {
    ...stack,
    json: {
      ...stack.json,
      resource: resourcesOf(resource, root.child("resource"), refuse),
      provider: { scanform: providersOf(provider, root.child("provider"), refuse) },
      import: objectsIn(imports, root.child("import"), refuse).map(({ value }) => value),
    },
  };
}

const isOurs = (type: string): boolean => type.startsWith("scanform_");

function resourcesOf(value: unknown, place: DocumentPath, refuse: Refuse): Readonly<Record<string, unknown>> {
  const types: Record<string, Record<string, unknown>> = {};
  for (const { key: type, value: named, place: ofType } of membersOf(value, place, refuse)) {
    if (!Object.hasOwn(types, type)) define(types, type, {});
    const blocks = types[type] ?? {};
    for (const { key: name, value: body, place: at } of membersOf(named, ofType, refuse))
      for (const block of isOurs(type) ? objectsIn(body, at, refuse) : [{ value: body, place: at }]) {
        if (isOurs(type) && Object.hasOwn(blocks, name))
          refuse(block.place, `${type}.${name} is declared twice. Rename or remove one of them.`);
        else define(blocks, name, isOurs(type) ? blockOf(block.value, at, refuse) : block.value);
      }
  }
  return types;
}

function blockOf(body: unknown, place: DocumentPath, refuse: Refuse): unknown {
  if (!isObject(body) || body["lifecycle"] === undefined) return body;
  const settings = membersOf(body["lifecycle"], place.child("lifecycle"), refuse);
  return { ...body, lifecycle: Object.fromEntries(settings.map(({ key, value }) => [key, value])) };
}

const providersOf = (value: unknown, place: DocumentPath, refuse: Refuse): readonly unknown[] =>
  membersOf(value, place, refuse)
    .filter(({ key }) => key === "scanform")
    .flatMap((each) => objectsIn(each.value, each.place, refuse).map((block) => block.value));

/** The properties of an object or of all objects of an array. A comment is none. */
const membersOf = (value: unknown, place: DocumentPath, refuse: Refuse): readonly Member[] =>
  objectsIn(value, place, refuse).flatMap((object) =>
    Object.entries(object.value)
      .filter(([key]) => key !== "//")
      .map(([key, inside]): Member => ({ key, value: inside, place: object.place.child(key) })),
  );

interface ObjectAt {
  readonly value: Readonly<Record<string, unknown>>;
  readonly place: DocumentPath;
}

function objectsIn(value: unknown, place: DocumentPath, refuse: Refuse): readonly ObjectAt[] {
  if (value === undefined || value === null) return [];
  if (isObject(value)) return [{ value, place }];
  if (!Array.isArray(value)) {
    refuse(place, `${place.steps.join(".")} must be an object, or an array of objects. Synthesize again.`);
    return [];
  }
  return value.flatMap((item: unknown, at): readonly ObjectAt[] => {
    const inside = place.child(at);
    if (isObject(item)) return [{ value: item, place: inside }];
    refuse(inside, `${place.steps.join(".")} must hold objects only. Synthesize again.`);
    return [];
  });
}
