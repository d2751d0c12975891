import type { Configuration } from "../../model/entities";
import { isObject } from "../../model/json";
import type { Settings } from "../../model/settings";
import { diff } from "../../reconcile/plan/merge";
import { type Diagnostic, warning } from "../../diagnostics/diagnostic";
import { listed } from "../../model/suggest";
import type { ChangeResult } from "../account/requested-change";
import { isObjectValue, type ObjectValue, type PrivateState, textIn } from "../value";

type Analyzers = NonNullable<Settings["analyzers"]>;

/** Facts about configurations that their state does not have, by id. Terraform stores them beside the state. */
export interface Notes {
  /** Created, and not yet shown by the service. */
  readonly unseen: ReadonlySet<string>;
  /** Analyzers that the service holds although `exclusive_analyzers` has removed them. */
  readonly filledIn: ReadonlyMap<string, Analyzers>;
}

export const notesIn = ({ unseen = "", filledIn = "{}" }: PrivateState = {}): Notes => {
  const found: unknown = JSON.parse(filledIn);
  return {
    unseen: new Set(unseen.split(" ").filter((id) => id !== "")),
    filledIn: new Map(isObject(found) ? (Object.entries(found) as [string, Analyzers][]) : []),
  };
};

export const encodeNotes = ({ unseen, filledIn }: Notes): PrivateState => ({
  ...(unseen.size === 0 ? {} : { unseen: [...unseen].join(" ") }),
  ...(filledIn.size === 0 ? {} : { filledIn: JSON.stringify(Object.fromEntries(filledIn)) }),
});

/** The notes of several results, of which later ones win. */
export const mergeNotes = (all: readonly Notes[]): Notes => ({
  unseen: new Set(all.flatMap(({ unseen }) => [...unseen])),
  filledIn: new Map(all.flatMap(({ filledIn }) => [...filledIn])),
});

/** The notes that concern these configurations. */
export const notesOf = ({ unseen, filledIn }: Notes, ids: ReadonlySet<string>): Notes => ({
  unseen: new Set([...unseen].filter((id) => ids.has(id))),
  filledIn: new Map([...filledIn].filter(([id]) => ids.has(id))),
});

/** A configuration without the analyzers that the service is known to fill in, as far as they are unchanged. */
export function withoutFilledIn(live: Configuration, { filledIn }: Notes): Configuration {
  const known = filledIn.get(live.id);
  if (known === undefined) return live;
  const rest = Object.entries(live.settings.analyzers ?? {}).filter(
    ([slug, entry]) => !(Object.hasOwn(known, slug) && isSame(entry, known[slug])),
  );
  return { ...live, settings: { ...live.settings, analyzers: Object.fromEntries(rest) } };
}

const isSame = (left: Analyzers[string], right: Analyzers[string] | undefined): boolean =>
  right !== undefined && diff({ analyzers: { it: left } }, { analyzers: { it: right } }).length === 0;

/**
 * What an apply leaves beside the state, and its result without the analyzers that the service fills in again: these
 * are a warning, since another apply would not remove them either.
 *
 * @param stored the notes before, which stay where nothing is known of the configuration afterwards, as after a failure
 */
export function notesAfterApply(
  planned: ObjectValue,
  prior: ObjectValue | null,
  result: ChangeResult,
  stored: Notes = notesIn(),
): { readonly result: ChangeResult; readonly notes: Notes } {
  const { id, live, before, diagnostics } = result;
  const unseen = new Set(prior === null && id !== undefined && live === undefined ? [id] : []);
  if (live === undefined && prior !== null) return { result, notes: notesOf(stored, new Set([textIn(prior["id"])])) };
  if (live === undefined || planned["exclusive_analyzers"] !== true)
    return { result, notes: { unseen, filledIn: new Map() } };
  const declared = isObjectValue(planned["analyzers"]) ? planned["analyzers"] : {};
  // an analyzer that was not there before was added by somebody else
  const isAgain = (slug: string): boolean =>
    before === undefined || Object.hasOwn(before.settings.analyzers ?? {}, slug);
  const others = Object.entries(live.settings.analyzers ?? {}).filter(
    ([slug]) => !Object.hasOwn(declared, slug) && isAgain(slug) && diagnostics.some((each) => isAbout(each, slug)),
  );
  if (others.length === 0) return { result, notes: { unseen, filledIn: new Map() } };
  const slugs = others.map(([slug]) => slug);
  return {
    result: {
      ...result,
      diagnostics: [
        ...diagnostics.filter((each) => !slugs.some((slug) => isAbout(each, slug))),
        filledAgain(planned, slugs),
      ],
    },
    notes: { unseen, filledIn: new Map([[live.id, Object.fromEntries(others)]]) },
  };
}

const isAbout = ({ code, path = "" }: Diagnostic, slug: string): boolean =>
  code === "not-converged" && path.startsWith(`analyzers[${JSON.stringify(slug)}]`);

const filledAgain = ({ name = null }: ObjectValue, slugs: readonly string[]): Diagnostic =>
  warning(
    "analyzers-filled-in",
    `The service still has ${listed(slugs)} in ${JSON.stringify(name)} after they were removed. They are left as they are now; a later change to them shows in the plan.`,
    { attribute: ["exclusive_analyzers"] },
  );
