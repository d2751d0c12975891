import { label, quoted } from "../diagnostics/foreign-text";
import {
  type BaseComparison,
  type FutureChange,
  isFutureWeakening,
  type NoLongerDeclared,
} from "../reconcile/plan/base";
import { filled, type Layout, own, row } from "./layout";
import { leafLines, ranks } from "./leaves";
import type { Section } from "./outline";
import type { PlanReport } from "./renderer";
import { sideLabel } from "./sections";
import { count, number, ruleLabel } from "./words";

/** What a declaration changes beside its base, whatever the account holds: new repositories, and what it drops. */
export const baseSections = (plan: PlanReport, layout: Layout): readonly Section[] =>
  plan.base === undefined
    ? []
    : [
        ...futureSections(plan.base, plan.policyTitles, layout),
        ...prolongedSections(plan.base, layout),
        ...droppedSections(plan.base, layout),
      ];

function futureSections({ future, isCut }: BaseComparison, titles: PlanReport["policyTitles"], layout: Layout) {
  if (future.length === 0) return [];
  const weaker = future.filter(isFutureWeakening).length;
  const worst = weaker > 0 ? "weakens" : "neutral";
  const verdict =
    weaker > 0
      ? `${number(weaker)} of them ${weaker === 1 ? "gets" : "get"} weaker settings`
      : "none of them gets weaker settings";
  const section: Section = {
    class: worst,
    title: `FUTURE ${count(future.length, "kind")} of new repositories${isCut === true ? ", or more" : ""}; ${verdict}`,
    noun: "kind",
    paragraphs: future.map((each) => ({
      rank: isFutureWeakening(each) ? ranks.weakens : 44,
      head: futureHead(each, layout),
      details: [
        ...leafLines(each.weaker, titles, layout).map((lines) => ({ ...lines, rank: ranks.weakens + 1 })),
        { rank: ranks.weakens + 2, lines: [rulesLine(each, layout)] },
      ],
      repositories: 0,
    })),
  };
  return [section];
}

const futureHead = ({ like, from, to }: FutureChange, layout: Layout): string =>
  row(layout)`  new repositories like ${quoted(like)}: ${sideLabel(from)} -> ${sideLabel(to)}`;

function rulesLine({ rules: { before, after } }: FutureChange, layout: Layout): string {
  const [was, is] = [before, after].map((rule) => (rule === null ? own("no rule") : ruleLabel(rule)));
  return before === after ? row(layout)`      by ${is ?? ""}` : row(layout)`      by ${was ?? ""} -> ${is ?? ""}`;
}

function prolongedSections({ prolonged }: BaseComparison, layout: Layout): readonly Section[] {
  if (prolonged.length === 0) return [];
  return [
    {
      class: "weakens",
      title: `TRIAGES ${number(prolonged.length)} with a later end`,
      noun: "triage",
      isClose: true,
      paragraphs: prolonged.map(({ findingId, before, after }) => ({
        rank: 5,
        head: row(
          layout,
        )`  ~ until ${label(before)} -> ${after === undefined ? own("no end") : label(after)}   finding ${label(findingId)}`,
        details: [],
        repositories: 0,
      })),
    },
  ];
}

function droppedSections({ noLongerDeclared }: BaseComparison, layout: Layout): readonly Section[] {
  if (noLongerDeclared.length === 0) return [];
  return [
    {
      class: "unclassified",
      title: `NO LONGER DECLARED ${number(noLongerDeclared.length)}, and left as they are in the service`,
      noun: "of these",
      isClose: true,
      paragraphs: noLongerDeclared.map((each) => ({
        rank: 25,
        head: row(layout)`  - ${own(each.kind)} ${droppedName(each)}`,
        details: [],
        repositories: 0,
      })),
    },
  ];
}

const droppedName = ({ kind, address, name, path }: NoLongerDeclared): string => {
  const whose = label(name ?? address);
  return kind === "setting" && path !== undefined ? `${leafName(path)} of ${whose}` : whose;
};

/** `not declared: 3 configurations, "xss" in 5`: what is live and stays as it is; nothing where all is declared. */
export function undeclaredLine({ undeclared, base }: PlanReport, layout: Layout): readonly string[] {
  const { configurations, leaves } = undeclared;
  if (base !== undefined || configurations.length + leaves.length === 0) return [];
  const named = leaves.slice(0, layout.full ? leaves.length : mostLeaves);
  const rest = leaves.length - named.length;
  const parts = [
    ...(configurations.length === 0 ? [] : [count(configurations.length, "configuration")]),
    ...named.map(({ path, configurations: many }) => `${leafName(path)} in ${number(many)}`),
    ...(rest === 0 ? [] : [count(rest, "more setting")]),
  ];
  return filled("not declared: ", parts, layout.columns);
}

/** How many settings are named. */
const mostLeaves = 3;

/** The key of an entry in quotes, and the setting of it: `"xss" blocking`; else the path. */
function leafName(path: string): string {
  const [, key, field = ""] = /^\w+\[("(?:[^"\\]|\\.)*")\](?:\.(\w+))?$/s.exec(path) ?? [];
  return key === undefined ? label(path) : `${quoted(String(JSON.parse(key)))} ${field}`.trimEnd();
}
