import { type Diagnostic, error } from "../../diagnostics/diagnostic";
import type { Desired, DesiredConfiguration } from "../../model/desired";
import type { Configuration, Observed } from "../../model/entities";
import type { Address } from "../../model/ids";
import { suggestion, suggestions } from "../../model/suggest";

/**
 * Analyzers and custom policies that the service does not list. Those of the live configuration are accepted: only
 * enabled and visible analyzers are listed (specification, *Analyzer*).
 */
export function unknownNames(
  desired: readonly DesiredConfiguration[],
  observed: Observed,
  live: ReadonlyMap<Address, Configuration>,
): readonly Diagnostic[] {
  const slugs = new Set(observed.analyzers?.map((each) => each.slug));
  const policies = new Set(observed.policies?.map((each) => each.id));
  return desired.flatMap(({ address, settings }) => {
    const { analyzers = {}, code_policies: declaredPolicies = [] } = settings;
    const newSlugs = Object.keys(analyzers).filter((slug) => !slugs.has(slug));
    const newPolicies = declaredPolicies.filter(({ id }) => !policies.has(id));
    if (newSlugs.length + newPolicies.length === 0) return [];
    const { analyzers: present = {}, code_policies: presentPolicies = [] } = live.get(address)?.settings ?? {};
    const known = new Set([...slugs, ...Object.keys(present)]);
    return [
      ...newSlugs
        .filter((slug) => !Object.hasOwn(present, slug))
        .map((slug) => {
          const path = `analyzers[${JSON.stringify(slug)}]`;
          const detail = `The account has no analyzer ${JSON.stringify(slug)}. ${suggestion(slug, known)}`;
          return error("analyzer-unknown", detail, { address, path });
        }),
      ...newPolicies
        .filter(({ id }) => !presentPolicies.some((each) => each.id === id))
        .map(({ id }) => {
          const path = `code_policies[${JSON.stringify(id)}]`;
          return error("policy-unknown", `The account has no custom policy ${id}. ${titles(observed)}`, {
            address,
            path,
          });
        }),
    ];
  });
}

function titles({ policies = [] }: Observed): string {
  if (policies.length === 0) return "It has none at all.";
  const shown = policies.slice(0, 5).map((each) => `${each.id} (${JSON.stringify(each.title)})`);
  const more = policies.length - shown.length;
  return `It has ${shown.join(", ")}${more > 0 ? ` and ${String(more)} more` : ""}.`;
}

/** Rules that assign a live configuration by an id that the account does not have. */
export function unknownTargets(desired: Desired, observed: Observed): readonly Diagnostic[] {
  const ids = new Set<string>(observed.configurations.map((each) => each.id));
  const suggest = suggestions();
  return desired.assignments.flatMap(({ address, rules }) =>
    rules.flatMap(({ target }, at) => {
      if ("leave" in target || "address" in target.configuration || ids.has(target.configuration.id)) return [];
      const { id } = target.configuration;
      const path = `rules[${String(at)}].configuration_id`;
      const detail = `The account has no configuration ${JSON.stringify(id)}. ${suggest(id, ids)}`.trimEnd();
      return [error("configuration-unknown", detail, { address, path })];
    }),
  );
}
