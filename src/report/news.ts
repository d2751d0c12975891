import { count, number } from "../diagnostics/count";
import { visible } from "../diagnostics/foreign-text";
import { baseSections } from "./base-sections";
import type { AccountDocument, PlanDocument } from "./document";
import { accountLine, shortDigest } from "./head";
import type { Layout } from "./layout";
import type { Section } from "./outline";
import { isIdle } from "./overall";
import { policySections } from "./policy-sections";
import { ownChanges, sections } from "./sections";
import { comparedLists, goneAccounts, isUnaffected, lineKey, type Mark, type News } from "./since";
import type { ChangedSetting } from "./what-changes";

/** The columns that the longest mark takes before a head. */
const markColumns = "CHANGED ".length;

/** The layout of sections whose heads have marks. */
export const besideMarks = (layout: Layout, news: News | undefined): Layout =>
  news === undefined ? layout : { ...layout, columns: layout.columns - markColumns };

/** How an account differs from an earlier plan in one line: words of ours, but for a digest. */
export interface NewsLine {
  /** Something gets weaker that did not. */
  readonly isWeaker: boolean;
  /** `2 new, 1 grown, 1 gone since` */
  readonly words: string;
  /** The first digits of the earlier plan's digest; "" where it has no plan of the account. */
  readonly digest: string;
  /** `; what policies say is not compared: only one of the plans says it` */
  readonly rest: string;
}

/** `2 new, 1 grown since 3f9a1c02b7de`, or `nothing new since 3f9a1c02b7de`. */
export function newsLine(account: AccountDocument, { old, marks, gone, weakensMore, uncompared }: News): NewsLine {
  const [came, went] = [entriesOf(account), entriesOf(gone)];
  const marked = (wanted: Mark): number => came.filter((each) => marks.get(each) === wanted).length;
  const parts: readonly (readonly [many: number, word: string])[] = [
    ...(["new", "grown", "changed", "shrunk"] as const).map((each) => [marked(each), each] as const),
    [went.filter((each) => !marks.has(each)).length, "gone"],
  ];
  const counted = parts.flatMap(([many, word]) => (many === 0 ? [] : [`${number(many)} ${word}`]));
  const isNew = parts.some(([many, word]) => many > 0 && word !== "gone" && word !== "shrunk");
  const words = [...(isNew ? [] : ["nothing new"]), ...counted].join(", ");
  const rest = uncompared
    .map((each) => `; ${whatOf[each]} is not compared, since only one of the plans says it`)
    .join("");
  const start = weakensMore ? "WEAKENS MORE: " : "";
  return old === undefined
    ? {
        isWeaker: weakensMore,
        words: `${start}${words}, since the earlier document has no plan of the account`,
        digest: "",
        rest,
      }
    : { isWeaker: weakensMore, words: `${start}${words} since`, digest: visible(shortDigest(old.digest)), rest };
}

const whatOf = { future: "what the base shows", policies: "what policies say" } as const;

/** What a reader counts: a list's entry that another one includes is none by itself. */
const entriesOf = (account: AccountDocument): readonly object[] => [
  ...comparedLists.flatMap((list): readonly object[] =>
    list === "lines" || list === "moves" || list === "changes" ? [] : (account[list] ?? []),
  ),
  ...account.moves.filter(isUnaffected),
  ...ownChanges(account),
];

/** Nothing changes, and nothing else did before. */
export const isStill = (account: AccountDocument, news: News | undefined): boolean =>
  isIdle(account) && (news === undefined || entriesOf(news.gone).length === 0);

/** The mark of a setting that changes; undefined where no document is compared with. */
export function settingMarks(
  { lines }: AccountDocument,
  news: News | undefined,
): ((setting: ChangedSetting) => Mark | undefined) | undefined {
  if (news === undefined) return undefined;
  const marks = new Map(lines.map((each) => [lineKey(each.verdict, each.path), news.marks.get(each)]));
  return ({ verdict, change }) => marks.get(lineKey(verdict, change.path));
}

/** What only the earlier document has, after everything else. */
export function goneSections(news: News | undefined, layout: Layout): readonly Section[] {
  if (news === undefined) return [];
  const { gone } = news;
  const all = [...policySections(gone, layout), ...baseSections(gone, layout), ...sections(gone, layout)];
  return all.map((section): Section => ({
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

/** `GONE: the plan of 1 account, which the earlier document has: account acme (5f0c41d2)`; nothing where none is. */
export function goneAccountLines(document: PlanDocument, earlier: PlanDocument | undefined): readonly string[] {
  const gone = goneAccounts(document, earlier);
  return gone.length === 0
    ? []
    : [
        `GONE: ${count(gone.length, "account")} of the earlier document`,
        ...gone.map(({ account }) => `  - ${accountLine(account)}`),
      ];
}
