import type { Diagnostic } from "./diagnostic";
import { ScanformError } from "./error";

/**
 * Where constructs were made, such as `main.ts:31:5`, by the address of their resource; of a rule that was added by
 * itself, by `ADDRESS.rules[INDEX]`, and of settings by `ADDRESS.PATH`, in which the id of a policy is in lower case.
 */
export type Locations = ReadonlyMap<string, string>;

/** The key of the place of settings. Ids are equal in either case. */
export const settingKey = (address: string, path: string): string =>
  `${address}.${path.replace(/^code_policies\["[^"]*"\]/, (entry) => entry.toLowerCase())}`;

const longest = 500;

/** Whether a text is `file:line:column` with a file relative to the project. */
export const isLocation = (text: unknown): text is string =>
  typeof text === "string" &&
  text.length <= longest &&
  /^[^\p{Cc}\p{Zl}\p{Zp}\\]+:[1-9]\d{0,8}:[1-9]\d{0,8}$/u.test(text) &&
  !/^(\/|[a-z][\w+.-]*:(?!\d))/i.test(text);

/** The place in code of the rule or setting that the path names, or else of what it is a part of: its entry, the address. */
export function locationAt(locations: Locations, address: string, path = ""): string | undefined {
  const rule = /(?:^|\/)rules[[/](\d+)/.exec(path)?.[1];
  const [whole, setting = "", key = ""] = /^(\w+)(\[".*"\])?(?:\.\w+)?$/s.exec(path) ?? [];
  const parts = rule === undefined ? [whole, setting + key, setting] : [`rules[${rule}]`];
  const candidates = [
    ...parts.flatMap((part) => (part === undefined || part === "" ? [] : [settingKey(address, part)])),
    address,
  ];
  return candidates.map((each) => locations.get(each)).find((each) => each !== undefined);
}

/**
 * The diagnostics, each with the place in code of its address, and of what else there it mentions, where that is
 * another.
 */
export const located = (diagnostics: readonly Diagnostic[], locations: Locations): readonly Diagnostic[] =>
  diagnostics.map((each) => locatedOne(each, locations));

function locatedOne(diagnostic: Diagnostic, locations: Locations): Diagnostic {
  const { mentions = [], ...rest } = diagnostic;
  const { address, path, location } = rest;
  if (address === undefined) return diagnostic;
  const found = location ?? locationAt(locations, address, path);
  const places = mentions.slice(0, most).flatMap((each) => {
    const place = locations.get(`${address}.${each}`);
    return place === undefined || place === found ? [] : [`${ruleNumbers(each)} is at ${place}`];
  });
  return {
    ...rest,
    detail: places.length === 0 ? rest.detail : `${rest.detail} (${places.join("; ")})`,
    ...(found === undefined ? {} : { location: found }),
  };
}

/** How many places besides its own a diagnostic has. */
const most = 3;

/** Counts rules from 1, as plans do: `rules[6]` is `rule 7`, and `rules[6].leave` is `rule 7: leave`. */
export const ruleNumbers = (text: string): string =>
  text.replace(
    /(?<![\w.])rules\[(\d{1,9})\](\.?)/g,
    (_path, index: string, dot: string) => `rule ${String(Number(index) + 1)}${dot === "" ? "" : ": "}`,
  );

/** What `act` returns. What it throws has places in code. */
export async function withLocations<T>(locations: Locations, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (thrown) {
    if (!(thrown instanceof ScanformError)) throw thrown;
    const diagnostics = located(thrown.diagnostics, locations);
    // an error of the service keeps its class where there is nothing to add
    if (diagnostics.every(({ location }, at) => location === thrown.diagnostics[at]?.location)) throw thrown;
    throw new ScanformError(diagnostics, { cause: thrown });
  }
}
