import { enumeration, shownCount } from "../diagnostics/enumeration";
import { count } from "../diagnostics/count";
import { type Markup, markup, nothing } from "../diagnostics/markup";
import { type ChangedPart, changedParts, moreChanges } from "../report/changed-lines";
import { type AccountDocument, titlesOf } from "../report/document";
import { findingsLine } from "../report/findings-sections";
import {
  accountLine,
  countLines,
  digestLine,
  headline,
  idleLine,
  requestLine,
  triageTexts,
  verdictOf,
  whereOf,
  wholeVerdictOf,
} from "../report/head";
import type { Layout } from "../report/layout";
import { type Compared, isStill, newsLine, settingMarks } from "../report/news";
import { isEmpty } from "../report/overall";
import { policyHead } from "../report/policy-sections";
import { whatChanges } from "../report/what-changes";

/** Nothing is cut: a page wraps lines itself. Lists of names are sampled, since the page has all of them elsewhere. */
export const pageLayout: Layout = { columns: Infinity, full: false };

/** `scanform: WEAKENS 3 of 9 repositories` */
export const titleOf = (plans: readonly AccountDocument[]): string => `scanform: ${verdictOf(...plans).weakens}`;

/**
 * What a reviewer asks first: how much, whether anything gets weaker, what changes, and what is new.
 *
 * @param gone which accounts only an earlier document has
 */
export function firstScreen(accounts: readonly Compared[], gone: readonly string[] = []): Markup {
  const plans = accounts.map(({ plan }) => plan);
  const [only, second] = accounts;
  const isOne = only !== undefined && second === undefined;
  const changing = accounts.filter((each) => !isStill(each));
  const idle = idleLine(
    accounts.filter(isStill).map(({ plan }) => plan),
    pageLayout,
  );
  const { isWeaker, weakens, rest } = isOne ? verdictOf(only.plan) : wholeVerdictOf(plans);
  return markup`<header class="head">
<p class="brand">scanform plan</p>
${isOne ? markup`<p class="account">${accountLine(only.plan.account)}</p>` : nothing}
${sinceLine(accounts)}
<h1 class="${isWeaker ? "weaker" : "calm"}">${weakens}${isOne ? "" : whereOf(plans)}${rest === "" ? nothing : markup` <span class="rest">${rest.replace(/^[,;]? /, "")}</span>`}</h1>
${judged(plans)}
${findingsMarkup(plans)}
${gone.length === 0 ? nothing : markup`<p class="since">${gone.map((each) => each.trim()).join(" ")}</p>`}
${isOne ? cost(only.plan) : nothing}
</header>
${isOne ? linesOf(only, "What changes") : changing.map(ofAccount)}
${isOne || idle === undefined ? nothing : markup`<p class="idle">${idle}</p>`}`;
}

function ofAccount(each: Compared): Markup {
  const { plan } = each;
  const { isWeaker, weakens, rest } = verdictOf(plan);
  const name = accountLine(plan.account);
  return markup`<section class="of-account"><h2>${name}</h2>
${sinceLine([each])}
<p><strong class="${isWeaker ? "weaker" : "calm"}">${weakens}</strong>${rest}</p>
${findingsMarkup([plan])}
${cost(plan)}
${linesOf(each, `What changes in ${name}`)}</section>`;
}

/** `2 new since 3f9a1c02b7de` */
function sinceLine(all: readonly Compared[]): Markup {
  const line = newsLine(all);
  if (line === undefined) return nothing;
  const { isWeaker, words, digest, rest } = line;
  const isNew = isWeaker || all.some(({ news }) => (news?.repositories.size ?? 0) > 0);
  return markup`<p class="since${isNew ? " new" : ""}">${words}${digest === "" ? nothing : markup` <code>${digest}</code>`}${rest}</p>`;
}

/** Who denies plans, and whom they need. */
function judged(plans: readonly AccountDocument[]): Markup {
  const { denied, policies, reviewers } = policyHead(...plans);
  return markup`${denied === undefined ? nothing : markup`<p class="denied"><strong>${denied}</strong>: ${enumeration(policies)}</p>`}
${reviewers.length === 0 ? nothing : markup`<p class="needed"><strong>NEEDS the approval of</strong> ${enumeration(reviewers)}</p>`}`;
}

/** Which findings the repositories of the verdict have. */
function findingsMarkup(plans: readonly AccountDocument[]): Markup {
  const line = findingsLine(plans);
  return line === undefined ? nothing : markup`<p class="findings">${line}</p>`;
}

const cost = (plan: AccountDocument): Markup =>
  isEmpty(plan)
    ? markup`<p class="cost">${headline(plan)}</p>`
    : markup`<p class="cost">${counts(plan)}<br>${requestLine(plan)}, <span class="digest">${digestLine(plan)}</span></p>`;

/** The headline; what is decided about findings stands out, since the verdict does not count it. */
function counts(plan: AccountDocument): readonly Markup[] {
  const decided = triageTexts([plan]);
  return countLines(plan).map(
    (each, at) => markup`${at === 0 ? "" : "; "}${decided.includes(each) ? markup`<strong>${each}</strong>` : each}`,
  );
}

/** How many lines are shown at once. */
const mostLines = 10;
/** How many more can be unfolded; the search finds the others. */
const mostUnfolded = 200;

/** What changes, each once, the weakest first. @param title no other list of the page has it */
function linesOf(compared: Compared, title: string): Markup {
  const { plan } = compared;
  const parts = changedParts(whatChanges(plan), titlesOf(plan), pageLayout, settingMarks(compared));
  if (parts.length === 0) return nothing;
  const shown = shownCount(parts.length, mostLines);
  const more = parts.slice(shown);
  const left = more.flatMap(({ settings }) => settings);
  const unshown = more.length - mostUnfolded;
  return markup`<section class="lines" aria-label="${title}">
<ul>${parts.slice(0, shown).map(lineOf)}</ul>
${
  more.length === 0
    ? nothing
    : markup`<details><summary>${moreChanges(left)}</summary>
<ul>${more.slice(0, mostUnfolded).map(lineOf)}</ul>
${unshown > 0 ? markup`<p>and ${count(unshown, "more line")}: the search finds them</p>` : nothing}</details>`
}
</section>`;
}

const lineOf = ({ verdict, texts, many, place, mark }: ChangedPart): Markup =>
  markup`<li class="line ${verdict}"><span class="tag">${verdict}</span> <span class="said">${texts.join(" ")}${
    mark === undefined ? nothing : markup` <span class="tag new">${mark}</span>`
  }</span> <span class="many">${many}</span>${place === "" ? nothing : markup` <code class="place">${place}</code>`}</li>`;
