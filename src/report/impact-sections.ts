import { visible } from "../diagnostics/foreign-text";
import type { Effect } from "../reconcile/plan/effects";
import type { EffectImpact, Impact, ImpactExample, ImpactFigures, Interval } from "../reconcile/plan/impact";
import { severityRank } from "./head";
import { flowed, type Layout } from "./layout";
import { verdictStart } from "./leaves";
import { type Detail, paragraphOf, type Section } from "./outline";
import type { PlanReport } from "./renderer";
import { findingTexts } from "./triage-sections";
import { count, number } from "../diagnostics/count";
import { enumeration } from "./words";

/** What each figure counts, and what it says of one finding. */
const figures = {
  noLongerReported: {
    words: "no longer reported",
    certain: "is no longer reported",
    possible: "may no longer be reported",
  },
  noLongerBlocking: { words: "no longer blocking", certain: "no longer blocks", possible: "may no longer block" },
  newlyBlocking: { words: "newly blocking", certain: "blocks from now on", possible: "may block from now on" },
} as const satisfies Readonly<Record<keyof ImpactFigures, object>>;

const figureNames = Object.keys(figures) as readonly (keyof ImpactFigures)[];

/**
 * `impact of the last 30 days (estimate): 0 to 12 findings no longer reported, none newly blocking`, in words of ours
 * alone.
 *
 * @param plans those of all accounts. @returns undefined where none has an impact
 */
export function impactLine(plans: readonly PlanReport[]): string | undefined {
  const impacts = plans.flatMap(({ impact }) => impact ?? []);
  const [first] = impacts;
  if (first === undefined) return undefined;
  const said = figureTexts(sumOf(impacts));
  return `impact of ${lastDays(first)} (estimate): ${said.length === 0 ? "not known" : said.join(", ")}`;
}

/** `the last 30 days` */
export function lastDays({ since, until }: Impact): string {
  const days = Math.round((Date.parse(until) - Date.parse(since)) / 86_400_000);
  return days === 1 ? "the last day" : `the last ${number(days)} days`;
}

/** `0 to 12 findings no longer reported`, `3 no longer blocking`, `none newly blocking`: the noun once. */
export const figureTexts = (given: ImpactFigures): readonly string[] =>
  figureNames
    .flatMap((name) => {
      const figure = given[name];
      return figure === undefined ? [] : [{ figure, words: figures[name].words }];
    })
    .map(({ figure: [low, high], words }, at) => {
      const least = low === high ? "" : `${number(low)} to `;
      if (at === 0) return `${least}${count(high, "finding")} ${words}`;
      return `${high === 0 ? "none" : least + number(high)} ${words}`;
    });

/** A figure that one of them lacks has no sum. */
function sumOf(all: readonly ImpactFigures[]): ImpactFigures {
  const sums = figureNames.flatMap((name) => {
    const own = all.flatMap((each) => (each[name] === undefined ? [] : [each[name]]));
    if (own.length < all.length) return [];
    return [[name, own.reduce<Interval>(([low, high], each) => [low + each[0], high + each[1]], [0, 0])] as const];
  });
  return Object.fromEntries(sums);
}

/** What each effect of a plan would have meant. */
export const impactOfEffects = ({
  effects,
  impact,
}: Pick<PlanReport, "effects" | "impact">): ReadonlyMap<Effect, EffectImpact> =>
  new Map(
    effects.flatMap((each, at) => {
      const own = impact?.effects[at];
      return own === undefined ? [] : [[each, own] as const];
    }),
  );

/** How many examples of a group are shown. */
const mostExamples = 3;

/** What the effects of a group would have meant: the figures, and the worst examples with their links. */
export function impactDetails(impacts: readonly EffectImpact[], rank: number, layout: Layout): readonly Detail[] {
  const sum = sumOf(impacts);
  const isTouched = figureNames.some((name) => (sum[name]?.[1] ?? 0) > 0);
  const examples = impacts
    .flatMap((each) => each.examples)
    .toSorted((one, other) => severityRank(one.severity) - severityRank(other.severity));
  const shown = layout.full ? examples : examples.slice(0, mostExamples);
  return [
    ...(isTouched
      ? [{ rank, lines: flowed(verdictStart("impact"), figureTexts(sum).join(", ").split(" "), layout.columns) }]
      : []),
    ...shown.map((each) => exampleDetail(each, rank + 1, layout)),
  ];
}

function exampleDetail(each: ImpactExample, rank: number, { columns }: Layout): Detail {
  const link = linkOf(each.url);
  return {
    rank,
    lines: [
      ...flowed(verdictStart(""), exampleTexts(each), columns),
      // whole, since a part of a link leads nowhere
      ...(link === undefined ? [] : [verdictStart("") + link]),
    ],
    ...(link === undefined ? {} : { link }),
  };
}

/**
 * `critical "SQL injection" in payments-api, src/db.ts may no longer block or may block from now on`; `or` where one
 * finding cannot do all of it, since it cannot both stop and begin to block.
 */
export function exampleTexts(each: ImpactExample): readonly string[] {
  const said = figureNames.flatMap((name) => {
    const likelihood = each[name];
    return likelihood === undefined ? [] : [figures[name][likelihood]];
  });
  const isEither = each.noLongerBlocking !== undefined && each.newlyBlocking !== undefined;
  return [...findingTexts(each), ...enumeration(said, isEither ? "or" : "and").split(" ")];
}

const longestLink = 300;

/** A link that can be shown and followed; undefined for what is no address of http or https. */
export function linkOf(url: string): string | undefined {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed === undefined || !["http:", "https:"].includes(parsed.protocol)) return undefined;
  return parsed.href.length > longestLink || parsed.username + parsed.password !== ""
    ? undefined
    : visible(parsed.href);
}

/** Which findings are counted, how many requests that took, and why the figures are intervals. */
export function impactSections({ impact }: Pick<PlanReport, "impact">, layout: Layout): readonly Section[] {
  if (impact === undefined) return [];
  const { since, until, findings, requests, isCut } = impact;
  const counted = figureTexts(impact).length === 0 ? "An unknown number of findings" : count(findings, "finding");
  const sentences = [
    `${counted} of ${dayOf(since)} to ${dayOf(until)} in the repositories where the plan may touch any, read with ${count(requests, "request")}${isCut === true ? ", which is the limit: not all are read (--impact-limit)" : ""}.`,
    "A figure is the least and the most that it can be: the service says neither which analyzer has found a finding nor whether it blocked.",
    "Only findings that exist are counted: what scans would find in addition is not known.",
  ];
  return [
    {
      class: "neutral",
      title: `IMPACT of ${lastDays(impact)} (estimate)`,
      noun: "sentence",
      isClose: true,
      paragraphs: sentences.map((each) => paragraphOf(43, flowed("  ", each.split(" "), layout.columns))),
    },
  ];
}

/** `2026-10-28` */
const dayOf = (time: string): string => visible(time.slice(0, 10));
