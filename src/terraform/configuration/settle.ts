import { type Diagnostic, warning } from "../../diagnostics/diagnostic";
import { listed } from "../../model/suggest";
import type { ChangeResult } from "../account/change";
import { isObjectValue, type ObjectValue } from "../values/value";
import type { Notes } from "./notes";

/**
 * What an apply leaves beside the state, and its result without the analyzers that the service fills in again: these
 * are a warning, since another apply would not remove them either.
 */
export function settle(
  planned: ObjectValue,
  prior: ObjectValue | null,
  result: ChangeResult,
): { readonly result: ChangeResult; readonly notes: Notes } {
  const { id, live, before, diagnostics } = result;
  const unseen = new Set(prior === null && id !== undefined && live === undefined ? [id] : []);
  if (live === undefined || planned["exclusive_analyzers"] !== true)
    return { result, notes: { unseen, filledIn: new Map() } };
  const declared = isObjectValue(planned["analyzers"]) ? planned["analyzers"] : {};
  // what was not there before cannot have been filled in again: somebody else has added it meanwhile
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
