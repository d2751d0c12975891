import { Token } from "cdktf";
import { define } from "../../../model/json";
import { pathText } from "../../../model/problem";
import { mayTurn } from "../../../model/same-set";
import { isProperties } from "../../../model/value-kind";
import type { DeclaredSettings } from "../configuration-props";
import { isRejected } from "../rejected-values";
import { mistakeAt, type Problem } from "../problems";
import { attributeName } from "../properties";
import { asResolvable, isToken } from "../tokens";

/**
 * What a configuration declares: what it says itself, over what its base declares at the time of asking. A base exists
 * before what extends it, so there are no cycles.
 */
export class Declared {
  readonly #base: Declared | undefined;
  readonly #place: string | undefined;
  /** Where methods were called that said something, by the path of what they said. */
  readonly #places = new Map<string, string | undefined>();
  #own: Layer;
  #changes = 0;
  #known: Merged & { readonly version: number };

  /**
   * @param read as the readers return them: code policies are a list, or by their ids
   * @param place where they were written
   */
  constructor(read: Entries, place: string | undefined, base?: Declared) {
    const { codePolicies: policies } = read;
    this.#own = isList(policies)
      ? { settings: { ...read, codePolicies: byId(policies.filter(isEntries)) }, replaces: new Set(["codePolicies"]) }
      : { settings: read, replaces: new Set() };
    this.#place = place;
    this.#base = base;
    this.#known = { version: -1, settings: {}, unmergeable: [] };
  }

  /** Another number whenever the settings may be others. */
  get version(): number {
    return this.#changes + (this.#base?.version ?? 0);
  }

  /** With the base's, and nothing that is `undefined`. */
  get settings(): Entries {
    return this.#merged().settings;
  }

  /** The same as frozen plain data, code policies as a list. */
  get plain(): DeclaredSettings {
    const merged = this.#merged();
    return (merged.plain ??= plainSettings(merged.settings));
  }

  /** The value of a leaf, an entry or a setting. */
  at(path: readonly string[]): unknown {
    return path.reduce<unknown>(
      (value, step) => (isEntries(value) && Object.hasOwn(value, step) ? value[step] : undefined),
      this.settings,
    );
  }

  /** The path as it is known here: ids of code policies are the same in any case. */
  spelled([setting, key, ...rest]: readonly string[]): readonly string[] {
    if (setting === undefined || key === undefined) return setting === undefined ? [] : [setting];
    const policies = setting === "codePolicies" ? this.at([setting]) : undefined;
    return [setting, isEntries(policies) ? spelledIn(policies, key) : key, ...rest];
  }

  /** @param place where it is set; @param value `undefined` to remove it */
  set(path: readonly string[], value: unknown, place: string | undefined): void {
    const { settings, replaces } = this.#own;
    const removed = removedOn(settings, path);
    this.#own = {
      settings: withValue(settings, path, value),
      replaces: removed === undefined ? replaces : new Set([...replaces, pathText(removed)]),
    };
    this.#changes += 1;
    for (const each of this.#places.keys()) if (isIn(each, pathText(path))) this.#places.delete(each);
    this.#places.set(pathText(path), place);
  }

  /** Where a leaf, an entry or a setting was written; undefined where that is not known. */
  placeOf(path: readonly string[]): string | undefined {
    for (let length = path.length; length > 0; length -= 1) {
      const text = pathText(path.slice(0, length));
      if (this.#places.has(text)) return this.#places.get(text);
    }
    const [first = "", ...rest] = path;
    const own = rest.reduce<unknown>(
      (value, step) => (isEntries(value) && Object.hasOwn(value, step) ? value[step] : undefined),
      this.#own.settings[first],
    );
    return own === undefined && this.#base !== undefined ? this.#base.placeOf(path) : this.#place;
  }

  /**
   * Where settings were written, by their paths as plans print them, where that is not the place of the whole. A part
   * that is not listed has the place of what it is a part of.
   */
  places(): Readonly<Record<string, string>> {
    const found: Record<string, string> = {};
    if (this.#places.size === 0 && this.#base === undefined) return found;
    const note = (path: readonly string[], place: string | undefined): void => {
      if (place !== undefined && place !== this.#place) define(found, attributePath(path), place);
    };
    // the place of all parts, or undefined where each part has its own, which is noted
    const visit = (value: unknown, path: readonly string[]): { readonly place: string | undefined } | undefined => {
      const keys = keysOf(value).filter((key) => !isToken(key));
      if (!isEntries(value) || keys.length === 0) return { place: this.placeOf(path) };
      const parts = keys.map((key) => ({ path: [...path, key], found: visit(value[key], [...path, key]) }));
      const [first] = parts;
      if (
        path.length > 0 &&
        first?.found &&
        parts.every((each) => each.found?.place === first.found?.place && each.found)
      )
        return first.found;
      for (const each of parts) if (each.found !== undefined) note(each.path, each.found.place);
      return undefined;
    };
    visit(this.settings, []);
    return found;
  }

  problems(): readonly Problem[] {
    return this.#merged().unmergeable.map(({ path, token }) =>
      token === "base"
        ? mistakeAt(
            pathText(path),
            "is known only to Terraform in the base, so nothing can be merged with it",
            "Give the base an object.",
          )
        : mistakeAt(
            pathText(path),
            "is known only to Terraform, so it cannot be merged with the base's",
            "Give it an object, or remove it there.",
          ),
    );
  }

  #merged(): Merged {
    const { version } = this;
    if (this.#known.version !== version) {
      const unmergeable: Unmergeable[] = [];
      const settings = mergeSettings(this.#base?.settings ?? {}, this.#own, unmergeable);
      this.#known = { version, settings, unmergeable };
    }
    return this.#known;
  }
}

interface Merged {
  readonly settings: Entries;
  readonly unmergeable: readonly Unmergeable[];
  /** Made when it is asked for. */
  plain?: DeclaredSettings;
}

/** `analyzers["xss"].risk_level`, as plans print it. */
function attributePath([setting = "", ...rest]: readonly string[]): string {
  const isMap = setting === "analyzers" || setting === "codePolicies";
  return rest.reduce(
    (text, step, at) => (isMap && at === 0 ? `${text}[${JSON.stringify(step)}]` : `${text}.${attributeName(step)}`),
    attributeName(setting),
  );
}

/** One that is given twice is reported elsewhere. */
function byId(policies: readonly Entries[]): Entries {
  const entries: Record<string, unknown> = {};
  for (const { id, ...settings } of policies) define(entries, String(id), settings);
  return entries;
}

/** What was removed, itself or around it: saying something there again does not bring the base's back. */
function removedOn(settings: Entries, path: readonly string[]): readonly string[] | undefined {
  let within: unknown = settings;
  for (const [at, step] of path.entries()) {
    if (!isEntries(within) || !Object.hasOwn(within, step)) return undefined;
    within = within[step];
    if (within === undefined) return path.slice(0, at + 1);
  }
  return undefined;
}

/** Whether one path, as text, is a part of what another names. */
const isIn = (path: string, whole: string): boolean => path.startsWith(`${whole}.`) || path.startsWith(`${whole}[`);

function withValue(entries: Entries, [first = "", ...rest]: readonly string[], value: unknown): Entries {
  const changed: Record<string, unknown> = {};
  for (const [key, each] of Object.entries(entries)) define(changed, key, each);
  const before = Object.hasOwn(entries, first) ? entries[first] : undefined;
  define(changed, first, rest.length === 0 ? value : withValue(isEntries(before) ? before : {}, rest, value));
  return changed;
}

/** Where a token takes the place of a whole map, and a map on the other side. */
export interface Unmergeable {
  readonly path: readonly string[];
  readonly token: "base" | "override";
}

export interface Layer {
  /** An entry or leaf that is `undefined` is removed. */
  readonly settings: Entries;
  /** The paths, as text, at which nothing of the base counts: a list of code policies, and what was removed once. */
  readonly replaces: ReadonlySet<string>;
}

/** The base with what the layer says: leaf by leaf, lists whole. Nothing in the result is `undefined`. */
export function mergeSettings(base: Entries, { settings, replaces }: Layer, unmergeable: Unmergeable[]): Entries {
  return mergeMaps(base, settings, []);

  function mergeMaps(under: Entries, over: Entries, path: readonly string[]): Entries {
    const merged: Record<string, unknown> = {};
    for (const [key, value] of Object.entries(under)) if (value !== undefined) define(merged, key, value);
    for (const [given, value] of Object.entries(over)) {
      const key = path[0] === "codePolicies" && path.length === 1 ? spelledIn(merged, given) : given;
      const isReplaced = replaces.size > 0 && replaces.has(pathText([...path, given]));
      const before = Object.hasOwn(merged, key) && !isReplaced ? merged[key] : undefined;
      const found = mergeValues(before, value, [...path, key]);
      if (found === undefined) Reflect.deleteProperty(merged, key);
      else define(merged, key, found);
    }
    return merged;
  }

  function mergeValues(under: unknown, over: unknown, path: readonly string[]): unknown {
    const isWrong = isRejected(under) || isRejected(over); // it has been reported
    if (isEntries(under) && isToken(over) && !isWrong) unmergeable.push({ path, token: "override" });
    if (isToken(under) && isEntries(over) && !isWrong) unmergeable.push({ path, token: "base" });
    return isEntries(over) ? mergeMaps(isEntries(under) ? under : {}, over, path) : over;
  }
}

/** The key as the map has it: UUIDs are the same in any case. */
export function spelledIn(map: Entries, key: string): string {
  if (Object.hasOwn(map, key)) return key;
  const lower = key.toLowerCase();
  return Object.keys(map).find((each) => each.toLowerCase() === lower) ?? key;
}

/** Settings, or a part of them, under the names of properties. Code policies are kept by their ids. */
export type Entries = Readonly<Record<string, unknown>>;

/** A map or object whose parts are known: no list, no token. */
export const isEntries = (value: unknown): value is Entries => isProperties(value) && !isToken(value);

/** The slugs or ids of a map; none where they are not known. */
export const keysOf = (value: unknown): readonly string[] => (isEntries(value) ? Object.keys(value) : []);

/**
 * Whether both say the same. Lists are compared as sets, unless a pattern may turn others around; a token equals itself
 * alone.
 */
export function sameValue(left: unknown, right: unknown): boolean {
  if (Object.is(left, right)) return true;
  if (isList(left) && isList(right))
    return [...left, ...right].some(mayTurn) ? sameList(left, right) : sameMembers(left, right);
  if (!isEntries(left) || !isEntries(right)) return false;
  const keys = Object.keys(left);
  return (
    keys.length === Object.keys(right).length &&
    keys.every((key) => Object.hasOwn(right, key) && sameValue(left[key], right[key]))
  );
}

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

const sameList = (left: readonly unknown[], right: readonly unknown[]): boolean =>
  left.length === right.length && left.every((each, at) => Object.is(each, right[at]));

function sameMembers(left: readonly unknown[], right: readonly unknown[]): boolean {
  const [one, other] = [new Set(left), new Set(right)];
  return one.size === other.size && [...one].every((each) => other.has(each));
}

/** Settings that are maps or objects. */
const shapes: ReadonlyMap<string, (value: unknown) => unknown> = new Map<string, (value: unknown) => unknown>([
  ["analyzers", (value) => objectOf(value, (entry) => objectOf(entry, leaf))],
  ["codePolicies", (value) => policies(value)],
  ["notifications", (value) => objectOf(value, leaf)],
]);

/** The settings as frozen plain data, code policies as a list. A token in place of an object or list is encoded as one. */
function plainSettings(settings: Entries): DeclaredSettings {
  const shown: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(settings)) shown[name] = (shapes.get(name) ?? leaf)(value);
  return Object.freeze(shown); // under the names and of the kinds that the readers have checked
}

const leaf = (value: unknown): unknown =>
  Array.isArray(value) && !isToken(value) ? Object.freeze([...(value as readonly unknown[])]) : value;

function objectOf(value: unknown, part: (value: unknown) => unknown): unknown {
  if (!isEntries(value)) return Object.freeze(Token.asAnyMap(asResolvable(value)));
  const copied: Record<string, unknown> = {};
  for (const [key, each] of Object.entries(value)) define(copied, key, part(each));
  return Object.freeze(copied);
}

function policies(value: unknown): unknown {
  if (!isEntries(value)) return Object.freeze(Token.asList(asResolvable(value)));
  return Object.freeze(Object.entries(value).map(([id, settings]) => Object.freeze({ id, ...(settings as Entries) })));
}
