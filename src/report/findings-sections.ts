import { count, number } from "../diagnostics/count";
import { visible } from "../diagnostics/foreign-text";
import { severities } from "../model/findings";
import { concernsFindings, sumOf } from "../reconcile/plan/open-findings";
import type { AccountDocument } from "./document";
import { flowed, type Layout } from "./layout";
import { verdictStart } from "./leaf-lines";
import { type Detail, paragraphOf, type Section, unlessEmpty } from "./outline";
import { findingTexts } from "./triage-sections";

type Effect = AccountDocument["effects"][number];
type Days = Pick<NonNullable<AccountDocument["findings"]>, "days">;
type OpenFindings = NonNullable<Effect["findings"]>;
type OpenFinding = OpenFindings["worst"][number];
type OpenCounts = Omit<OpenFindings, "worst">;

/**
 * `these 18 repositories have 41 open findings of the last 30 days (3 critical, 38 low)`, in words of ours alone: those
 * that are weakened, or change in an unknown direction.
 *
 * @param plans those of all accounts. @returns undefined where none were read, none are open, or no repository is concerned
 */
export function findingsLine(plans: readonly AccountDocument[]): string | undefined {
  const read = plans.flatMap(({ findings, effects }) => (findings === undefined ? [] : [{ findings, effects }]));
  const repositories = read
    .flatMap(({ effects }) => effects.filter(concernsFindings))
    .reduce((sum, each) => sum + each.repositories.length, 0);
  const [first] = read;
  if (first === undefined || repositories === 0) return undefined;
  const all = sumOf(read.map(({ findings }) => findings));
  if (all.open === 0 && all.unread === 0) return undefined; // the details say it
  const these = repositories === 1 ? "this repository has" : `these ${number(repositories)} repositories have`;
  const many = `${atLeast(all)}${count(all.open, "open finding")} of ${lastDays(first.findings)}`;
  const unread =
    all.unread === 0
      ? ""
      : `; ${count(all.unread, "more finding was not read, or names", "more findings were not read, or name")} no repository`;
  return `${these} ${many}${bySeverity(all)}${unread}`;
}

/** `the last 30 days` */
const lastDays = ({ days }: Days): string => (days === 1 ? "the last day" : `the last ${number(days)} days`);

/** `41 open of the last 30 days (3 critical, 38 low)` */
export const openText = (findings: OpenCounts, of: Days): string =>
  `${atLeast(findings)}${number(findings.open)} open of ${lastDays(of)}${bySeverity(findings)}`;

const atLeast = ({ unread }: OpenCounts): string => (unread === 0 ? "" : "at least ");

function bySeverity(findings: OpenCounts): string {
  const known = severities.map((each) => [findings[each], each] as const);
  const others = findings.open - known.reduce((sum, [many]) => sum + many, 0);
  const parts = [...known, [others, "of another severity"] as const].filter(([many]) => many > 0);
  return parts.length === 0 ? "" : ` (${parts.map(([many, what]) => `${number(many)} ${what}`).join(", ")})`;
}

/** The open findings of a group of effects: how many, and the worst with their links. */
export function findingsDetails(
  group: readonly Effect[],
  { findings }: Pick<AccountDocument, "findings">,
  rank: number,
  layout: Layout,
): readonly Detail[] {
  const own = group.flatMap((each) => each.findings ?? []);
  if (findings === undefined || own.length === 0) return [];
  const sum = sumOf(own);
  return [
    { rank, lines: flowed(verdictStart("findings"), openText(sum, findings).split(" "), layout.columns) },
    ...sum.worst.map((each) => findingDetail(each, rank + 1, layout)),
  ];
}

/** The most severe findings of all effects together, where more than one effect has open findings. */
export function findingsSections(
  { findings, effects }: Pick<AccountDocument, "findings" | "effects">,
  layout: Layout,
): readonly Section[] {
  if (findings === undefined || effects.filter((each) => (each.findings?.open ?? 0) > 0).length < 2) return [];
  return unlessEmpty({
    class: "neutral",
    title: `FINDINGS ${openText(findings, findings)}: the worst`,
    noun: "finding",
    isClose: true,
    paragraphs: findings.worst.map((each) => {
      const link = linkOf(each.url);
      const lines = flowed("  - ", findingTexts(each), layout.columns);
      const details = link === undefined ? [] : [{ rank: findingsRank, lines: [`    ${link}`], link }];
      return paragraphOf(findingsRank, lines, details);
    }),
  });
}

const findingsRank = 43;

function findingDetail(each: OpenFinding, rank: number, { columns }: Layout): Detail {
  const link = linkOf(each.url);
  return {
    rank,
    lines: [
      ...flowed(verdictStart(""), findingTexts(each), columns),
      // whole, since a part of a link leads nowhere
      ...(link === undefined ? [] : [verdictStart("") + link]),
    ],
    ...(link === undefined ? {} : { link }),
  };
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
