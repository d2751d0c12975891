import pc from "picocolors";
import type { Diagnostic } from "../diagnostics/diagnostic";
import { visibleJson } from "../diagnostics/foreign-text";
import { markup, type Markup, scriptJson, verbatim } from "../diagnostics/markup";
import { type FailedAccountDocument, isPlanned, type PlanDocument } from "../report/document";
import { accountLine } from "../report/head";
import { comparedIn, goneAccountLines } from "../report/news";
import type { Renderer, View } from "../report/renderer";
import { diagnosticsText } from "../report/diagnostics-text";
import { type Asset, assets } from "./assets";
import type { PageFacts } from "./page-facts";
import { firstScreen, titleOf } from "./first-screen";
import { accountFacts } from "./account-facts";
import { accountSections } from "./section-markup";

/** One file with the style sheet, the script and the facts. It needs nothing else, and sends nothing. */
function planPage(document: PlanDocument, { since }: Pick<View, "since">): string {
  const { accounts: all, diagnostics } = document;
  const accounts = comparedIn(document, since);
  const plans = accounts.map(({ plan }) => plan);
  const failed = all.filter((each): each is FailedAccountDocument => !isPlanned(each));
  const facts: PageFacts = {
    ...{ ...document, failed },
    accounts: accounts.map(({ plan, news }) => accountFacts(plan, news)),
  };
  return page(plans.length === 0 ? noPlan : titleOf(plans), [
    ...failed.map(failedAccount),
    ...(diagnostics.length === 0 ? [] : [messages(diagnostics)]),
    ...(plans.length === 0
      ? [noPlanHead]
      : [firstScreen(accounts, goneAccountLines(document, since)), markup`<div id="explore"></div>`]),
    ...accounts.map((each) => accountSections(each, plans.length > 1)),
    markup`<script type="application/json" id="facts">
      ${scriptJson(visibleJson(JSON.stringify(facts)))}
    </script>`,
  ]);
}

/** An account without a plan, and why. */
const failedAccount = ({ account, diagnostics }: FailedAccountDocument): Markup =>
  markup`<section class="of-account failed"><h2>${accountLine(account)}: <strong class="weaker">no plan</strong></h2>
${messages(diagnostics)}</section>`;

const noPlan = "scanform: no plan, because of errors";
const noPlanHead = markup`<header class="head"><h1>no plan, because of errors</h1></header>`;

const errorPage = (diagnostics: readonly Diagnostic[]): string => page(noPlan, [noPlanHead, messages(diagnostics)]);

const messages = (diagnostics: readonly PlanDocument["diagnostics"][number][]): Markup =>
  markup`<pre class="messages">${diagnosticsText(diagnostics, pc.createColors(false))}</pre>`;

const policyOf = (style: Asset, script: Asset): string =>
  [
    "default-src 'none'",
    `style-src ${style.source}`,
    `script-src ${script.source}`,
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");

function page(title: string, body: readonly Markup[]): string {
  const { style, script } = assets();
  return `${String(markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policyOf(style, script)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${verbatim(style.text)}</style>
</head>
<body>
<main>
${body}
</main>
<script>${verbatim(script.text)}</script>
</body>
</html>`)}\n`;
}

export const htmlRenderer: Renderer = {
  machineReadable: false,
  plans: planPage,
  errors: errorPage,
};
