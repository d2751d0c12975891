import { listed } from "../../diagnostics/enumeration";
import { stepsOf } from "../../diagnostics/attribute-path";
import type { Configuration } from "../../model/observed";
import type { Settings } from "../../model/settings";
import { diff } from "../../reconcile/plan/target";
import { type Diagnostic, warning } from "../../diagnostics/diagnostic";
import type { ChangeResult } from "../account/requested-change";
import { isObjectValue, type ObjectValue, type PrivateState } from "../value";

type Analyzers = NonNullable<Settings["analyzers"]>;

/** Facts about a configuration that its state does not have. Terraform stores them beside the state. */
export interface Notes {
  /** Whether it was created, and the service does not show it yet. */
  readonly isUnseen: boolean;
  /** Analyzers that the service holds although `exclusive_analyzers` has removed them. */
  readonly filledIn: Analyzers;
}

export const notesIn = ({ unseen, filledIn = "{}" }: PrivateState = {}): Notes => ({
  isUnseen: unseen !== undefined,
  filledIn: JSON.parse(filledIn) as Analyzers, // as encodeNotes wrote it
});

export const encodeNotes = ({ isUnseen, filledIn }: Notes): PrivateState => ({
  ...(isUnseen ? { unseen: "since its creation" } : {}),
  ...(Object.keys(filledIn).length === 0 ? {} : { filledIn: JSON.stringify(filledIn) }),
});

/** A configuration without the analyzers that the service is known to fill in, as far as they are unchanged. */
export function withoutFilledIn(live: Configuration, { filledIn }: Notes): Configuration {
  if (Object.keys(filledIn).length === 0) return live;
  const rest = Object.entries(live.settings.analyzers ?? {}).filter(
    ([slug, entry]) => !(Object.hasOwn(filledIn, slug) && isSame(entry, filledIn[slug])),
  );
  return { ...live, settings: { ...live.settings, analyzers: Object.fromEntries(rest) } };
}

const isSame = (left: Analyzers[string], right: Analyzers[string] | undefined): boolean =>
  right !== undefined && diff({ analyzers: { it: left } }, { analyzers: { it: right } }).length === 0;

const noNotes: Notes = { isUnseen: false, filledIn: {} };

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
  if (live === undefined)
    return { result, notes: prior === null ? { isUnseen: id !== undefined, filledIn: {} } : stored };
  if (planned["exclusive_analyzers"] !== true) return { result, notes: noNotes };
  const declared = isObjectValue(planned["analyzers"]) ? planned["analyzers"] : {};
  // an analyzer that was not there before was added by somebody else
  const isAgain = (slug: string): boolean =>
    before === undefined || Object.hasOwn(before.settings.analyzers ?? {}, slug);
  const others = Object.entries(live.settings.analyzers ?? {}).filter(
    ([slug]) => !Object.hasOwn(declared, slug) && isAgain(slug) && diagnostics.some((each) => isAbout(each, slug)),
  );
  if (others.length === 0) return { result, notes: noNotes };
  const slugs = others.map(([slug]) => slug);
  return {
    result: {
      ...result,
      diagnostics: [
        ...diagnostics.filter((each) => !slugs.some((slug) => isAbout(each, slug))),
        filledAgain(planned, slugs),
      ],
    },
    notes: { isUnseen: false, filledIn: Object.fromEntries(others) },
  };
}

function isAbout({ code, path = "" }: Diagnostic, slug: string): boolean {
  const [setting, entry] = stepsOf(path);
  return code === "not-converged" && setting === "analyzers" && typeof entry === "object" && entry.key === slug;
}

const filledAgain = ({ name = null }: ObjectValue, slugs: readonly string[]): Diagnostic =>
  warning(
    "analyzers-filled-in",
    `The service still has ${listed(slugs)} in ${JSON.stringify(name)} after they were removed. They are left as they are now; a later change to them shows in the plan.`,
    { attribute: ["exclusive_analyzers"] },
  );
