import { label } from "../../diagnostics/foreign-text";
import { holdersText, phrases } from "../../report/explain/phrases";
import { repositories } from "../../diagnostics/count";
import { addressOf, encoded } from "../../report/page-address";
import { placeLabel } from "../../report/words";
import { h } from "./dom";
import { findingsAboutConfiguration } from "./findings";
import { beside, leafList } from "./leaves";
import { type Account, configurationAt, labelOf, leavesAt, nameOf, placeOf } from "./model";

/** One configuration of an account, and another one beside it. */
export interface ChosenConfiguration {
  /** No other configuration of the page has it. */
  readonly key: string;
  readonly account: Account;
  readonly at: number;
  readonly other?: number | undefined;
}

/** All about one configuration: who has it, what becomes of it, and its settings beside those of another. */
export function configurationSection(
  { key, account, at, other }: ChosenConfiguration,
  several: boolean,
): HTMLElement | undefined {
  const own = configurationAt(account, at);
  if (own === undefined) return undefined;
  const [name, text] = [nameOf(own, "after"), labelOf(account, own, "after")];
  const { change, location } = own;
  const was = own.before?.[0] ?? name;
  const rest = other === undefined ? undefined : configurationAt(account, other);
  const before = account.repositories.filter(([, , from]) => from === at).length;
  const after = account.repositories.filter(([, , , to]) => to === at).length;
  const rules = [...account.rules.entries()].filter(([, { to }]) => to === at);
  const leaves = leavesAt(account, change?.leaves);
  return h(
    "article",
    { class: "chosen", "aria-label": text },
    h("h2", { tabindex: -1 }, text),
    several ? h("p", { class: "quiet" }, account.label) : undefined,
    h(
      "p",
      {},
      change === undefined
        ? "configuration"
        : `configuration to ${change.action === "update" ? "change" : change.action}`,
      was === name ? "" : ` (was ${label(was)})`,
      own.address === null
        ? ""
        : [" ", h("code", { class: "place" }, location === undefined ? label(own.address) : placeLabel(location))],
    ),
    h("p", {}, holdersText(before, after)),
    change?.action === "create" || leaves.length === 0 ? undefined : leafList(leaves),
    findingsAboutConfiguration(account, own),
    h("h3", {}, "Rules"),
    h(
      "ul",
      { class: "rules" },
      rules.length === 0
        ? h("li", {}, phrases.unassignedConfiguration)
        : rules.map(([position, rule]) =>
            h(
              "li",
              {},
              h(
                "code",
                {},
                `rule ${String(rule.rule)}${rule.repository_pattern === null ? "" : `: ${label(rule.repository_pattern)}`}`,
              ),
              ` decides about ${repositories(account.repositories.filter(([, , , , , decides]) => decides === position).length)} `,
              h("code", { class: "place" }, `at ${placeOf(rule)}`),
            ),
          ),
    ),
    h("h3", {}, "Side by side"),
    chooser(account, addressOf("configuration", name, own.id ?? own.address ?? ""), `beside-${key}`),
    beside(
      account,
      [
        ...(own.before === undefined || own.before[1] === own.after?.[1]
          ? []
          : [{ title: `${phrases.now}: ${labelOf(account, own, "before")}`, settings: own.before[1] }]),
        { title: `${phrases.after}: ${text}`, settings: own.after?.[1] },
        ...(rest === undefined
          ? []
          : [{ title: `${phrases.after}: ${labelOf(account, rest, "after")}`, settings: rest.after?.[1] }]),
      ],
      rest === undefined ? `The settings of ${text}` : `${text} beside ${labelOf(account, rest, "after")}`,
    ),
  );
}

/** Where the name of another configuration is typed. @param address of this one */
function chooser(account: Account, address: string, id: string): HTMLElement {
  const options = h("datalist", { id });
  const input = h("input", {
    type: "text",
    list: id,
    autocomplete: "off",
    // thousands of names are offered only as far as they fit
    input: () => {
      const text = input.value.toLowerCase();
      const fitting = account.configurations
        .map((each) => {
          const called = nameOf(each, "after");
          return labelOf(account, each, "after") === label(called) ? called : (each.id ?? each.address ?? "");
        })
        .filter((each) => each.toLowerCase().includes(text));
      options.replaceChildren(...fitting.slice(0, 50).map((each) => h("option", { value: each })));
    },
    change: () => {
      if (input.value !== "") location.hash = `${address}&beside=${encoded(input.value)}`;
    },
  });
  return h("p", {}, h("label", {}, "beside another configuration ", input), options);
}
