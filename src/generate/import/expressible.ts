import { decode } from "../../model/decoder";
import { fieldsDecoder } from "../../model/field-decoder";
import { isObject } from "../../model/json";
import { pathText, type Problem } from "../../model/problem";
import { type Settings, settingsFields } from "../../model/settings";

/** Something that is live and not in the code, and why. */
export interface Unexpressed {
  /** Such as `configuration "strict"` or `analyzers["xss"].risk_level of configuration "strict"`. */
  readonly what: string;
  readonly reason: string;
}

export interface Expressible {
  readonly settings: Settings;
  readonly unexpressed: readonly { readonly path: string; readonly reason: string }[];
}

/** A text that a format cannot write, alone or as a member of a list, and why; undefined where it can. */
export type Refusal = (text: string, inList?: boolean) => string | undefined;

/**
 * The settings that a declaration may have. What is left out stays as it is in the service: settings that are
 * unknown to this version, values that no declaration may have, and texts that the format refuses.
 */
export function expressible(settings: Settings, refused: Refusal): Expressible {
  const unexpressed: { path: string; reason: string }[] = [];
  let rest: unknown = JSON.parse(JSON.stringify(settings));
  for (const { path, reason } of refusedTexts(rest, refused)) {
    rest = without(rest, path);
    unexpressed.push({ path: pathText(path), reason });
  }
  for (;;) {
    const decoded = decode(fieldsDecoder(settingsFields, "declared"), rest);
    if ("value" in decoded) {
      const repeated = repeatedPolicies(decoded.value);
      if (repeated === undefined) return { settings: decoded.value, unexpressed };
      unexpressed.push({ path: "code_policies", reason: `it has ${repeated} twice` });
      rest = without(rest, ["code_policies"]);
      continue;
    }
    const [problem] = decoded.problems;
    const path = problem === undefined ? [] : wholeList(placeOf(problem));
    const smaller = without(rest, path);
    // what has no place of its own cannot be left out by itself
    if (problem === undefined || JSON.stringify(smaller) === JSON.stringify(rest))
      return {
        settings: {},
        unexpressed: [
          ...unexpressed,
          { path: "settings", reason: problem === undefined ? "it is not valid" : reasonOf(problem) },
        ],
      };
    unexpressed.push({ path: pathText(path), reason: reasonOf(problem) });
    rest = smaller;
  }
}

type Path = readonly string[];

const reasonOf = ({ kind, sentence }: Problem): string =>
  kind === "attribute-unknown" ? "this version of scanform does not know it" : `it ${sentence}`;

const placeOf = ({ path }: Problem): Path => path.map((step) => (typeof step === "object" ? step.key : String(step)));

/** A list is declared whole or not at all. */
const wholeList = (path: Path): Path => {
  if (path[0] === "code_policies") return path.slice(0, 1);
  return path[0] === "analyzers" ? path.slice(0, 3) : path.slice(0, 2);
};

function without(value: unknown, [first, ...rest]: Path): unknown {
  if (first === undefined || !isObject(value)) return value;
  const entries = Object.entries(value).filter(([key]) => key !== first || rest.length > 0);
  return Object.fromEntries(entries.map(([key, each]) => [key, key === first ? without(each, rest) : each]));
}

function* refusedTexts(
  value: unknown,
  refused: Refusal,
  path: Path = [],
  inList = false,
): Generator<{ path: Path; reason: string }> {
  if (typeof value === "string") {
    const reason = refused(value, inList);
    if (reason !== undefined) yield { path: wholeList(path), reason };
  } else if (Array.isArray(value)) {
    for (const each of value) yield* refusedTexts(each, refused, path, true);
  } else if (isObject(value))
    for (const [key, each] of Object.entries(value)) {
      const reason = path[0] === "analyzers" && path.length === 1 ? keyRefusal(key, refused) : undefined;
      if (reason === undefined) yield* refusedTexts(each, refused, [...path, key]);
      else yield { path: [...path, key], reason };
    }
}

const keyRefusal = (slug: string, refused: Refusal): string | undefined =>
  slug.trim() === "" ? "its slug is empty" : refused(slug);

function repeatedPolicies({ code_policies: policies = [] }: Settings): string | undefined {
  const ids = policies.map(({ id }) => id.toLowerCase());
  return ids.find((id, at) => ids.indexOf(id) < at);
}
