import { oncePerCause } from "../../diagnostics/causes";
import { type Diagnostic, error, warning } from "../../diagnostics/diagnostic";
import { enumeration, listed } from "../../diagnostics/enumeration";
import type { Desired, DesiredConfiguration } from "../../model/desired";
import type { Configuration, Observed } from "../../model/observed";
import { compareText } from "../../model/fingerprint";
import type { Address } from "../../model/ids";
import { texts, values } from "../../model/json";
import { isNear, suggestion, suggestions } from "../../model/suggest";
import { policyIdsIn, slugsIn } from "../../model/unreadable";
import { unlisted } from "./resolve-ids";

/**
 * Analyzers and custom policies that the service does not list: errors, and warnings of those that the live configuration
 * holds, since only enabled and visible analyzers are listed (specification, *Analyzer*). A name that many configurations
 * share, such as that of a constant, is one message with the number of places.
 */
export function unknownNames(
  desired: readonly DesiredConfiguration[],
  observed: Observed,
  live: ReadonlyMap<Address, Configuration>,
): readonly Diagnostic[] {
  const slugs = new Set(observed.analyzers?.map((each) => each.slug));
  const policies = new Set(observed.policies?.map((each) => each.id));
  const unknown = desired.flatMap(({ address, settings }) => {
    // a list that was not read says nothing
    const newSlugs = observed.analyzers === undefined ? [] : slugsIn(settings).filter((slug) => !slugs.has(slug));
    const newPolicies = observed.policies === undefined ? [] : policyIdsIn(settings).filter((id) => !policies.has(id));
    if (newSlugs.length + newPolicies.length === 0) return [];
    const held = live.get(address)?.settings ?? {};
    const [present, presentPolicies] = [new Set(slugsIn(held)), new Set(policyIdsIn(held))];
    const known = new Set([...slugs, ...present]);
    return [
      ...newSlugs.map((slug) => {
        const place = { address, path: `analyzers[${JSON.stringify(slug)}]` };
        if (present.has(slug)) return unlisted(`analyzer ${JSON.stringify(slug)}`, place);
        const detail = `The account has no analyzer ${JSON.stringify(slug)}. ${suggestion(slug, known)}`;
        return error("analyzer-unknown", detail, place);
      }),
      ...newPolicies.map((id) => {
        const place = { address, path: `code_policies[${JSON.stringify(id)}]` };
        if (presentPolicies.has(id)) return unlisted(`custom policy ${id}`, place);
        return error("policy-unknown", `The account has no custom policy ${id}. ${titles(observed)}`, place);
      }),
    ];
  });
  return oncePerCause(unknown);
}

function titles({ policies = [] }: Observed): string {
  if (policies.length === 0) return "It has none.";
  const named = policies.map((each) => `${each.id} (${JSON.stringify(each.title)})`);
  return `It has ${enumeration(named, 5)}.`;
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

/**
 * Webhook destinations that no live configuration names, where one that is named has nearly the same name. The service
 * lists no destinations (specification, *Endpoints > Configurations*).
 */
export function unlikeDestinations(
  desired: readonly DesiredConfiguration[],
  observed: readonly Configuration[],
): readonly Diagnostic[] {
  const namesIn = ({ settings }: Pick<Configuration, "settings">): readonly string[] =>
    texts(values(settings.notifications)["integration_names"]);
  const used = new Set(observed.flatMap(namesIn));
  const unlike = desired.flatMap((each) =>
    namesIn(each).flatMap((name) => {
      const near = used.has(name) ? [] : [...used].filter((other) => isNear(name, other));
      if (near.length === 0) return [];
      const detail = `No live configuration notifies ${JSON.stringify(name)}. Did you mean ${listed(near.sort(compareText), 3, "or")}?`;
      return [
        warning("destination-unlike", detail, { address: each.address, path: "notifications.integration_names" }),
      ];
    }),
  );
  return oncePerCause(unlike);
}
