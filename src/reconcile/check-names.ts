import { type Diagnostic, error } from "../diagnostics/diagnostic";
import type { DesiredConfiguration } from "../model/desired";
import type { Configuration, Observed } from "../model/entities";
import type { Address } from "../model/ids";
import { suggestion } from "../model/nearest";

/**
 * Analyzers and custom policies that the service does not list. What the live configuration has
 * already is let through: only enabled and visible analyzers are listed (specification, *Analyzer*).
 */
export function unknownNames(
  desired: readonly DesiredConfiguration[],
  observed: Observed,
  live: ReadonlyMap<Address, Configuration>,
): readonly Diagnostic[] {
  const slugs = new Set(observed.analyzers?.map((each) => each.slug));
  const policies = new Set(observed.policies?.map((each) => each.id));
  return desired.flatMap(({ address, settings }) => {
    const present = live.get(address)?.settings;
    const known = (): Set<string> => new Set([...slugs, ...Object.keys(present?.analyzers ?? {})]);
    const has = (id: string): boolean =>
      policies.has(id) || (present?.code_policies ?? []).some((each) => each.id === id);
    return [
      ...Object.keys(settings.analyzers ?? {})
        .filter((slug) => !slugs.has(slug) && !Object.hasOwn(present?.analyzers ?? {}, slug))
        .map((slug) =>
          error(
            "analyzer-unknown",
            `The account has no analyzer ${JSON.stringify(slug)}. ${suggestion(slug, known())}`,
            {
              address,
              path: `analyzers[${JSON.stringify(slug)}]`,
            },
          ),
        ),
      ...(settings.code_policies ?? [])
        .filter(({ id }) => !has(id))
        .map(({ id }) =>
          error("policy-unknown", `The account has no custom policy ${id}. ${titles(observed)}`, {
            address,
            path: `code_policies[${JSON.stringify(id)}]`,
          }),
        ),
    ];
  });
}

function titles({ policies = [] }: Observed): string {
  if (policies.length === 0) return "It has none at all.";
  const shown = policies.slice(0, 5).map((each) => `${each.id} (${JSON.stringify(each.title)})`);
  const more = policies.length - shown.length;
  return `It has ${shown.join(", ")}${more > 0 ? ` and ${String(more)} more` : ""}.`;
}
