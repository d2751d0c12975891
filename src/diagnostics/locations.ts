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

/** The diagnostics, each with the place in code of its address. */
export const located = (diagnostics: readonly Diagnostic[], locations: Locations): readonly Diagnostic[] =>
  locations.size === 0 ? diagnostics : diagnostics.map((each) => locatedOne(each, locations));

function locatedOne(diagnostic: Diagnostic, locations: Locations): Diagnostic {
  const { address, path, location } = diagnostic;
  if (address === undefined || location !== undefined) return diagnostic;
  const found = locationAt(locations, address, path);
  return found === undefined ? diagnostic : { ...diagnostic, location: found };
}

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
