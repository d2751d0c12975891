import { label, quoted } from "../../diagnostics/foreign-text";
import { applyText, phrases, whyLost } from "../../report/explain/phrases";
import { addressOf } from "../../report/page-address";
import { notScanned, ruleLabel } from "../../report/words";
import { h } from "./dom";
import { findingsAbout } from "./findings";
import { beside, leafList, tag } from "./leaves";
import {
  type Account,
  configurationAt,
  configurationLabel,
  doesText as doesRule,
  type Entry,
  leavesAt,
  nameOf,
  placeOf,
  ruleText,
  type When,
} from "./model";

/** All about one repository: what becomes of it, by which rule, and what differs. */
export function repositorySection(each: Entry, several: boolean): HTMLElement {
  const { account, name, changes, class: kind, from, to } = each;
  const leaves = leavesAt(account, changes);
  return h(
    "article",
    { class: "chosen", "aria-label": label(name) },
    h(
      "h2",
      { tabindex: -1 },
      label(name),
      " ",
      tag(kind),
      each.isNew ? [" ", tag("new")] : undefined,
      each.isScanned ? undefined : [" ", tag(notScanned, "unscanned")],
    ),
    several ? h("p", { class: "quiet" }, account.label) : undefined,
    h("p", { class: "sides" }, side(account, from, "before"), from === to ? "" : [" -> ", side(account, to, "after")]),
    h("p", { class: `does ${kind}` }, h("strong", {}, doesText(each))),
    leaves.length === 0 ? undefined : leafList(leaves),
    h("h3", {}, "Rules"),
    rules(each),
    findingsAbout(each),
    openFindings(each),
    triages(account, each),
    h("h3", {}, "Side by side"),
    beside(
      account,
      [
        {
          title: `${phrases.now}: ${configurationLabel(account, from, "before")}`,
          settings: settingsAt(account, from, "before"),
        },
        {
          title: `${phrases.after}: ${configurationLabel(account, to, "after")}`,
          settings: settingsAt(account, to, "after"),
        },
      ],
      `The settings of ${label(name)}`,
    ),
  );
}

/** What an apply does to it. */
function doesText({ account, class: kind, from, to }: Entry): string {
  if (kind !== "unaffected") return `${applyText(kind)}${from !== null && from === to ? `: ${phrases.edited}` : ""}`;
  if (from !== to) return from === null ? phrases.given : phrases.moved;
  const action = configurationAt(account, to)?.change?.action;
  return action === "rename" || action === "adopt" ? phrases.renamed : phrases.unchanged;
}

function side(account: Account, at: number | null, when: When): Node | string {
  const found = configurationAt(account, at);
  const text = configurationLabel(account, at, when);
  return found === undefined
    ? text
    : h("a", { href: addressOf("configuration", nameOf(found, when), found.id ?? "") }, text);
}

/** Undefined where it has no configuration, null where its settings are not known. */
const settingsAt = (account: Account, at: number | null, when: When) => configurationAt(account, at)?.[when]?.[1];

/** The rule that decides, and those that match and do not. */
function rules(each: Entry): HTMLElement {
  const { account, rule: at } = each;
  const winner = at === null ? undefined : account.rules[at];
  const losing = account.matches(each).lost.flatMap(({ assignments, rule: own, matched, why }) => {
    const rule = account.rules.find(({ address, rule: number }) => address === assignments && number === own + 1);
    return rule === undefined ? [] : [{ rule, matched, why }];
  });
  return h(
    "ul",
    { class: "rules" },
    winner === undefined
      ? h("li", {}, withoutRule(each))
      : h(
          "li",
          { class: "winner" },
          h("code", {}, ruleText(each)),
          ` ${doesRule(account, winner)} `,
          h("code", { class: "place" }, `at ${placeOf(winner)}`),
        ),
    losing.map(({ rule, matched, why }) =>
      h(
        "li",
        { class: "lost" },
        "overridden: ",
        h("code", {}, ruleLabel({ rule: rule.rule - 1, matched })),
        ` ${doesRule(account, rule, true)} `,
        h("code", { class: "place" }, `at ${placeOf(rule)}`),
        h("span", { class: "why" }, whyLost[why]),
      ),
    ),
  );
}

function withoutRule({ account, from, to }: Entry): string {
  if (account.isRollback) return from === to ? phrases.keptByRollback : phrases.movedByRollback;
  return from !== null && to === null ? phrases.unmatchedAndLost : phrases.unmatched;
}

/** The open findings of all repositories that change in the same way, and of the worst those in this one. */
function openFindings({ name, findings }: Entry): readonly Node[] {
  if (findings === undefined) return [];
  const own = findings.worst.filter(({ repository }) => repository === name);
  return [
    h("h3", {}, "Findings"),
    h("p", {}, `${findings.text}, in all repositories that change in the same way`),
    ...(own.length === 0
      ? []
      : [
          h(
            "ul",
            { class: "examples" },
            own.map(({ text, link }) =>
              h(
                "li",
                {},
                text,
                link === undefined ? undefined : [" ", h("a", { href: link, rel: "noreferrer" }, link)],
              ),
            ),
          ),
        ]),
  ];
}

/** Triages of findings in it. */
function triages({ triages: all }: Account, { id, name }: Entry): readonly Node[] {
  const own = all.filter(({ finding }) => {
    const where = finding?.repository;
    return where !== undefined && where !== null && (where.id === id || (where.id === null && where.name === name));
  });
  if (own.length === 0) return [];
  return [
    h("h3", {}, "Triages"),
    h(
      "ul",
      {},
      own.map(({ finding, before, after, justification }) =>
        h(
          "li",
          {},
          tag(finding?.severity ?? ""),
          ` ${quoted(finding?.title ?? "")}: ${label(before ?? "none")} -> ${label(after ?? "none")} because ${quoted(justification)}`,
        ),
      ),
    ),
  ];
}
