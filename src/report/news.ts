import { count, number } from "../diagnostics/count";
import { visible } from "../diagnostics/foreign-text";
import { type AccountDocument, type PlanDocument, plannedIn } from "./document";
import { accountLine, shortDigest } from "./head";
import type { Layout } from "./layout";
import type { Section } from "./outline";
import { isIdle } from "./overall";
import { sections } from "./sections";
import type { Said } from "./section-context";
import { goneAccounts, isUnaffected, lineKey, type Mark, type News, newsOf } from "./since";
import { unmovedSections } from "./unmoved";
import type { ChangedSetting } from "./what-changes";

/** An account, and how it differs from an earlier document. */
export interface Compared {
  readonly plan: AccountDocument;
  readonly news?: News | undefined;
}

/** The accounts that have a plan, the worst first: before all, what weakens more than an earlier document says. */
export const comparedIn = (document: PlanDocument, earlier: PlanDocument | undefined): readonly Compared[] =>
  plannedIn(document)
    .map((plan) => ({ plan, news: newsOf(plan, earlier) }))
    .toSorted((one, other) => Number(weakensMore(other)) - Number(weakensMore(one)));

const weakensMore = ({ news }: Compared): boolean => news?.weakensMore === true;

/** The columns that the longest mark takes before a head. */
const markColumns = "CHANGED ".length;

/** The layout of sections whose heads have marks. */
export const besideMarks = (layout: Layout, news: News | undefined): Layout =>
  news === undefined ? layout : { ...layout, columns: layout.columns - markColumns };

/** How accounts differ from an earlier document in one line: words of ours, but for a digest. */
export interface NewsLine {
  /** Something gets weaker that did not. */
  readonly isWeaker: boolean;
  /** `2 new, 1 grown, 1 gone since` */
  readonly words: string;
  /** The first digits of the digest of the only account; "" for several, and where there is no earlier plan of it. */
  readonly digest: string;
  /** `; what policies say is not compared: only one of the plans says it` */
  readonly rest: string;
}

/**
 * `2 new, 1 grown since 3f9a1c02b7de`, or `nothing new since 3f9a1c02b7de`: how many heads have each mark, or are listed
 * as gone. Undefined without an earlier document.
 */
export function newsLine(all: readonly Compared[]): NewsLine | undefined {
  const [first, second] = all;
  const layout = { columns: Infinity, full: false };
  const news = all.flatMap((each) => each.news ?? []);
  if (first === undefined || news.length === 0) return undefined;
  const heads = all
    .flatMap((each) => sections(each.plan, layout, { news: each.news }))
    .flatMap((each) => each.paragraphs);
  const gone = all.flatMap((each) => goneSections(each, layout)).flatMap((each) => each.paragraphs);
  const fresh = (["new", "grown", "changed"] as const).map((mark) => [marked(heads, mark), mark] as const);
  const less = [
    [marked(heads, "shrunk"), "shrunk"],
    [gone.length, "gone"],
  ] as const;
  const counted = [...fresh, ...less].flatMap(([many, word]) => (many === 0 ? [] : [`${number(many)} ${word}`]));
  const isNew = fresh.some(([many]) => many > 0);
  const weaker = all.filter(weakensMore).length;
  const where = second === undefined ? "" : ` in ${number(weaker)} of ${count(all.length, "account")}`;
  const since =
    second !== undefined
      ? " since the earlier document"
      : first.news?.old === undefined
        ? ", since the earlier document has no plan of the account"
        : " since";
  const uncompared = new Set(news.flatMap((each) => each.uncompared));
  return {
    isWeaker: weaker > 0,
    words: `${weaker > 0 ? `WEAKENS MORE${where}: ` : ""}${[...(isNew ? [] : ["nothing new"]), ...counted].join(", ")}${since}`,
    digest: second === undefined && first.news?.old ? visible(shortDigest(first.news.old.digest)) : "",
    rest: [...uncompared]
      .map((each) => `; ${whatOf[each]} is not compared, since only one of the plans has it`)
      .join(""),
  };
}

const marked = (heads: Section["paragraphs"], wanted: Mark): number =>
  heads.filter(({ mark }) => mark === wanted).length;

const whatOf = { future: "the comparison with the base", policies: "what policies say" } as const;

/** Nothing changes, and nothing else did before. */
export const isStill = ({ plan, news }: Compared): boolean =>
  isIdle(plan) && Object.values(news?.gone ?? {}).every(({ length }) => length === 0);

/** The mark of a setting that changes; undefined where no document is compared with. */
export function settingMarks({ plan, news }: Compared): ((setting: ChangedSetting) => Mark | undefined) | undefined {
  if (news === undefined) return undefined;
  const marks = new Map(plan.lines.map((each) => [lineKey(each.verdict, each.path), news.differences.get(each)?.mark]));
  return ({ verdict, change }) => marks.get(lineKey(verdict, change.path));
}

/** All parts of a plan, in their order: what changes, what stays as it is, what only the earlier document has. */
export const allSections = (compared: Compared, layout: Layout, said: Said = {}): readonly Section[] => [
  ...sections(compared.plan, besideMarks(layout, compared.news), { ...said, news: compared.news }),
  ...unmovedSections(compared.plan, layout),
  ...goneSections(compared, layout),
];

/** What only the earlier document has, after everything else. */
export function goneSections({ plan, news }: Compared, layout: Layout): readonly Section[] {
  if (news?.old === undefined) return [];
  const { findings: _open, ...old } = news.old;
  // a configuration has the repositories that move to it
  const moves = [...old.moves.filter((each) => !isUnaffected(each)), ...news.gone.moves];
  const now = new Map(plan.effects.flatMap((each) => each.repositories.map(({ id }) => [id, each.class] as const)));
  return sections({ ...old, ...news.gone, moves }, layout, { now }).map((section): Section => ({
    ...section,
    class: "neutral",
    title: `GONE: ${section.title}`,
    paragraphs: section.paragraphs.map((each) => ({
      ...each,
      rank: each.rank + afterAll,
      details: () => each.details().map((detail) => ({ ...detail, rank: detail.rank + afterAll })),
    })),
  }));
}

/** More than any rank of what the later document has. */
const afterAll = 100;

/** `GONE: 1 account of the earlier document`, and which; nothing where none is. */
export function goneAccountLines(document: PlanDocument, earlier: PlanDocument | undefined): readonly string[] {
  const gone = goneAccounts(document, earlier);
  return gone.length === 0
    ? []
    : [
        `GONE: ${count(gone.length, "account")} of the earlier document`,
        ...gone.map(({ account }) => `  - ${accountLine(account)}`),
      ];
}
