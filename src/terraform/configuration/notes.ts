import type { Configuration } from "../../model/entities";
import { isObject } from "../../model/json";
import type { Settings } from "../../model/settings";
import { diff } from "../../reconcile/plan/merge";
import type { PrivateState } from "../resource";

type Analyzers = NonNullable<Settings["analyzers"]>;

/** What a state does not tell of its configurations, by id. Terraform keeps it beside the state. */
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
