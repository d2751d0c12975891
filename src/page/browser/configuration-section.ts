import { label } from "../../diagnostics/foreign-text";
import { holdersText, phrases } from "../../report/explain/phrases";
import { repositories } from "../../diagnostics/count";
import { addressOf, encoded } from "../../report/page-address";
import type { AccountFacts } from "../facts";
import { h } from "./dom";
import { findingsAboutConfiguration } from "./findings";
import { beside, leafList } from "./leaves";
import { configurationAt, labelOf, leavesAt, nameOf } from "./model";

/** One configuration of an account, and another one beside it. */
export interface ChosenConfiguration {
  readonly account: AccountFacts;
  readonly at: number;
  readonly other?: number | undefined;
}

/** All about one configuration: who has it, what becomes of it, and its settings beside those of another. */
export function configurationSection(
  { account, at, other }: ChosenConfiguration,
  several: boolean,
): HTMLElement | undefined {
  const own = configurationAt(account, at);
  if (own === undefined) return undefined;
  const [name, text] = [nameOf(own, "after"), labelOf(own, "after")];
  const rest = other === undefined ? undefined : configurationAt(account, other);
  const before = account.repositories.filter(([, , from]) => from === at).length;
  const after = account.repositories.filter(([, , , to]) => to === at).length;
  const rules = account.rules.filter(({ configuration }) => configuration === at);
  const leaves = leavesAt(account, own.changes);
  const id = `configuration-${String(at)}`;
  return h(
    "section",
    { class: "chosen", "aria-labelledby": id },
    h("h2", { id, tabindex: -1 }, text),
    several ? h("p", { class: "quiet" }, account.label) : undefined,
    h(
      "p",
      {},
      own.action === null ? "configuration" : `configuration to ${own.action === "update" ? "change" : own.action}`,
      own.was === null || own.was === name ? "" : ` (was ${label(own.was)})`,
      own.place === null ? "" : [" ", h("code", { class: "place" }, own.place)],
    ),
    h("p", {}, holdersText(before, after)),
    own.action === "create" || leaves.length === 0 ? undefined : leafList(leaves),
    findingsAboutConfiguration(account, own),
    h("h3", {}, "Rules"),
    h(
      "ul",
      { class: "rules" },
      rules.length === 0
        ? h("li", {}, phrases.unassignedConfiguration)
        : rules.map(({ rule, pattern, decides, place }) =>
            h(
              "li",
              {},
              h("code", {}, `rule ${String(rule)}${pattern === null ? "" : `: ${label(pattern)}`}`),
              ` decides about ${repositories(decides)} `,
              h("code", { class: "place" }, `at ${place}`),
            ),
          ),
    ),
    h("h3", {}, "Side by side"),
    chooser(account, name, own.id ?? own.address ?? ""),
    beside(
      account,
      [
        ...(own.before === null || own.before === own.after
          ? []
          : [{ title: `${phrases.now}: ${labelOf(own, "before")}`, settings: own.before }]),
        { title: `${phrases.after}: ${text}`, settings: own.after },
        ...(rest === undefined ? [] : [{ title: `${phrases.after}: ${labelOf(rest, "after")}`, settings: rest.after }]),
      ],
      rest === undefined ? `The settings of ${text}` : `${text} beside ${labelOf(rest, "after")}`,
    ),
  );
}

/** Where the name of another configuration is typed. */
function chooser(account: AccountFacts, name: string, id: string): HTMLElement {
  const options = h("datalist", { id: "configurations" });
  const input = h("input", {
    type: "text",
    list: "configurations",
    autocomplete: "off",
    // thousands of names are offered only as far as they fit
    input: () => {
      const text = input.value.toLowerCase();
      const fitting = account.configurations
        .map((each) => (each.distinction === undefined ? nameOf(each, "after") : (each.id ?? each.address ?? "")))
        .filter((each) => each.toLowerCase().includes(text));
      options.replaceChildren(...fitting.slice(0, 50).map((each) => h("option", { value: each })));
    },
    change: () => {
      if (input.value !== "") location.hash = `${addressOf("configuration", name, id)}&beside=${encoded(input.value)}`;
    },
  });
  return h("p", {}, h("label", {}, "beside another configuration ", input), options);
}
