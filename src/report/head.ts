import type { DeclaredIdentity } from "../reconcile/plan/change";
import { label, visible } from "../diagnostics/foreign-text";
import { severities, severityPosition } from "../model/findings";
import { alsoStrengthen } from "../reconcile/plan/effects";
import { isFutureWeakening } from "../reconcile/plan/base-comparison";
import { staysOf } from "../reconcile/rollback/put-back";
import type { AccountDocument, FailedAccountDocument } from "./document";
import { isEmpty, isIdle, overallOf, repositoriesIn } from "./overall";
import type { Layout } from "./layout";
import { identityDocument } from "./make-document";
import { count, number, repositories } from "../diagnostics/count";
import { sample } from "./words";

/**
 * How much, each by itself: `1 configuration to create, 3 unchanged`, `5 of 9 repositories move, 8 are affected` and
 * `1 triage to set`. Words of ours alone.
 */
export function countLines(plan: AccountDocument): readonly string[] {
  const { configurations, move, repositories: counts } = plan.summary;
  const all = repositoriesIn(counts);
  const what = plan.apply.kind === "rollback" ? [rollbackText(plan.apply.objects)] : [];
  if (isEmpty(plan))
    return [...what, `no changes (${count(configurations.unchanged, "configuration")}, ${repositories(all)})`];
  const { create, rename, update, adopt, delete: gone, unchanged } = configurations;
  return [
    ...what,
    listed("configuration", [
      [create, "to create"],
      [update, "to change"],
      [rename, "to rename"],
      [adopt, "to adopt"],
      [gone, "to delete"],
      [unchanged, "unchanged"],
    ]),
    affectedText(move, all - counts.unaffected, all),
    ...triageTexts([plan]),
  ].filter((each) => each !== "");
}

/** A plan file may say any name, and here are words of ours alone. */
const rollbackText = ({ journal = "" }: { readonly journal?: string | undefined }): string =>
  /^[\dTZ-]+-[\da-f]{8}\.journal$/.test(journal) ? `rollback of ${journal}` : "rollback";

/** `5 of 9 repositories move, 8 are affected` */
function affectedText(move: number, affected: number, all: number): string {
  const many = affected === 0 ? "none" : number(affected);
  const are = affected <= 1 || (move === 0 && all === 1) ? "is" : "are";
  if (move === 0) return `${many} of ${repositories(all)} ${are} affected`;
  return `${number(move)} of ${repositories(all)} ${move === 1 || all === 1 ? "moves" : "move"}, ${many} ${are} affected`;
}

/** `1 configuration to create, 2 to change`: the thing with the first count alone. */
const listed = (noun: string, parts: readonly (readonly [many: number, what: string])[]): string =>
  parts
    .filter(([many]) => many > 0)
    .map(([many, what], at) => `${at === 0 ? count(many, noun) : number(many)} ${what}`)
    .join(", ");

/** What is decided about findings. It changes no settings, so the verdict does not count it. */
export function triageTexts(plans: readonly AccountDocument[]): readonly string[] {
  const set = plans.flatMap(({ triages }) => triages.filter(({ action }) => action === "set"));
  const [first, replaced] = [set.filter(({ before }) => before === null), set.filter(({ before }) => before !== null)];
  const { remove } = overallOf(plans).triages;
  return [
    ...(first.length === 0 ? [] : [`dismisses ${findingsText(first)}`]),
    ...(replaced.length === 0 ? [] : [`changes the category of ${findingsText(replaced)}`]),
    ...(remove === 0 ? [] : [`${count(remove, "triage")} to remove`]),
  ];
}

/** `3 findings (1 critical)`: those of the worst severity. */
function findingsText(triages: AccountDocument["triages"]): string {
  const ranks = triages.map(({ finding }) => severityRank(finding?.severity));
  const worst = Math.min(...ranks);
  const many = ranks.filter((each) => each === worst).length;
  return `${count(triages.length, "finding")} (${number(many)} ${severities[worst] ?? "of unknown severity"})`;
}

/** The most severe first; what is not known last. */
export function severityRank(severity: string | undefined): number {
  const at = severityPosition(severity);
  return at === -1 ? severities.length : at;
}

/** What a rollback leaves as it is, and why; none for other plans. */
export function stayLines(plan: Pick<AccountDocument, "diagnostics">): readonly string[] {
  const stays = staysOf(plan);
  if (stays.length === 0) return [];
  const each = stays.map(({ detail }) => `  ${visible(detail)}`);
  return ["NOT EVERYTHING CAN BE UNDONE. What stays as it is:", ...each];
}

/** How much, in one line. */
export const headline = (plan: AccountDocument): string => countLines(plan).join("; ");

/** What the requests cost, beside one for each object where that is more, and beside the least there could be. */
export const requestLine = ({ requests }: AccountDocument): string => {
  const { planned, one_by_one: oneByOne, lower_bound: lowerBound } = requests;
  const beside = [
    ...(oneByOne === planned ? [] : [`one by one: ${number(oneByOne)}`]),
    ...(lowerBound < planned ? [`at least: ${number(lowerBound)}`] : []),
  ];
  return `${count(planned, "request")}${beside.length === 0 ? "" : ` (${beside.join("; ")})`}`;
};

/**
 * `account acme (5f0c41d2) at findings.example.com`, with the alias of its provider block, and a mark where it is inactive.
 * One whose id is not known yet is called by its alias.
 */
export function accountLine({ id, name, inactive, alias, base_url: url }: FailedAccountDocument["account"]): string {
  const block = alias === null ? "of the provider block without an alias" : label(alias);
  const which = id === null ? block : name === null ? label(id) : `${label(name)} (${label(id.slice(0, 8))})`;
  const as = alias === null || id === null ? "" : `, alias ${label(alias)}`;
  const at = url === null || !URL.canParse(url) ? "" : ` at ${new URL(url).host}`;
  return `account ${which}${inactive === undefined ? "" : ", inactive"}${as}${at}`;
}

/** The same of an account outside a document. */
export const accountLineOf = (account: DeclaredIdentity): string => accountLine(identityDocument(account).account);

/** What plans do to the repositories in one line: `weakens` and `rest` are words of ours alone. */
export interface Verdict {
  /** A repository gets weaker, a configuration does that no repository has, or one is deleted. */
  readonly isWeaker: boolean;
  /** `WEAKENS 2,878 of 4,000 repositories`, or `weakens nothing`. */
  readonly weakens: string;
  /** ` (12 of which also get stronger settings), 3 unclassified` */
  readonly rest: string;
}

/** @param plans those of all accounts */
export function verdictOf(...plans: readonly AccountDocument[]): Verdict {
  const { repositories: counts } = overallOf(plans);
  const { weakens, mixed, unclassified } = counts;
  const all = `of ${repositories(repositoriesIn(counts))}`;
  const unused = plans.reduce((sum, each) => sum + each.unused.length, 0);
  const also =
    unused === 0 ? "" : `; ${count(unused, "unused configuration gets", "unused configurations get")} weaker`;
  const future = plans.some((each) => each.future?.some(isFutureWeakening))
    ? "; new repositories get weaker settings"
    : "";
  const prolonged = plans.reduce((sum, each) => sum + (each.prolonged?.length ?? 0), 0);
  const later = prolonged === 0 ? "" : `; ${count(prolonged, "triage ends", "triages end")} later`;
  if (weakens === 0) {
    const rest = unclassified === 0 ? "" : `, ${number(unclassified)} ${all} unclassified`;
    return {
      isWeaker: unused + overallOf(plans).deletions > 0 || future !== "",
      // what gets weaker is not among the repositories of today
      weakens: also + future === "" ? "weakens nothing" : "weakens no existing repository",
      rest: rest + also + future + later,
    };
  }
  const open = unclassified === 0 ? "" : `, ${number(unclassified)} unclassified`;
  return {
    isWeaker: true,
    weakens: `WEAKENS ${number(weakens)} ${all}`,
    rest: alsoStrengthen(weakens, mixed) + open + also + future + later,
  };
}

/** The verdict, and what the head of an account counts beside it: for where no head of one account follows. */
export function wholeVerdictOf(plans: readonly AccountDocument[]): Verdict {
  const verdict = verdictOf(...plans);
  const { deletions } = overallOf(plans);
  const deletes = deletions === 0 ? [] : [`deletes ${count(deletions, "configuration")}`];
  const beside = [...deletes, ...triageTexts(plans)].map((each) => `; ${each}`);
  return { ...verdict, rest: verdict.rest + beside.join("") };
}

/** ` in 2 of 14 accounts`: those in which a repository gets weaker. */
export function whereOf(plans: readonly AccountDocument[]): string {
  const weaker = plans.filter(({ effects }) => effects.some((each) => each.class === "weakens")).length;
  const all = count(plans.length, "account");
  return weaker === 0 ? ` in ${all}` : ` in ${number(weaker)} of ${all}`;
}

/** The verdict for a question, with the account where there are several. */
export function verdictLine(plan: AccountDocument, several: boolean): string {
  const { weakens, rest } = wholeVerdictOf([plan]);
  const stays = staysOf(plan).length === 0 ? "" : "; not everything is undone";
  return `${several ? `${accountLine(plan.account)}: ` : ""}${weakens}${rest}${stays}`;
}

/** `no changes in 3 accounts: acme, globex and initech`: of those that change nothing, as there is room for names. */
export function idleLine(plans: readonly AccountDocument[], layout: Layout): string | undefined {
  const idle = plans.filter(isIdle);
  if (idle.length === 0) return undefined;
  const names = idle.map(({ account: { id, name } }) => label(name ?? id));
  return sample(`no changes in ${count(idle.length, "account")}: `, names, layout, "");
}

/** The first digits of a digest, enough to tell plans apart at a glance. */
export const shortDigest = (digest: string): string => digest.slice(0, 12);

/** @param reviewed the digest of the reviewed plan, where this is what is left of it */
export const digestLine = ({ digest }: Pick<AccountDocument, "digest">, reviewed?: string): string =>
  reviewed === undefined || reviewed === digest
    ? `digest ${shortDigest(digest)}`
    : `digest ${shortDigest(reviewed)}, as reviewed: this is the rest of it`;
