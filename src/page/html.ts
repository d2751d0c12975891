import pc from "picocolors";
import type { Diagnostic } from "../diagnostics/diagnostic";
import { visibleJson } from "../diagnostics/foreign-text";
import { worstFirst } from "../report/overall";
import { type PlanReport, problemsOf, type Renderer, type View } from "../report/renderer";
import { diagnosticsText } from "../report/text";
import { type Asset, assets } from "./assets";
import { firstScreen, titleOf } from "./first-screen";
import type { PageFacts } from "./facts";
import { markup, type Markup, scriptJson, verbatim } from "../diagnostics/markup";
import { accountFacts } from "./page-facts";
import { accountSections } from "./section-markup";
import { comparisonOf, newsOf } from "./since";

/** One file with the style sheet, the script and the facts. It needs nothing else, and sends nothing. */
function planPage(plans: readonly PlanReport[], view: Pick<View, "since" | "failed">): string {
  const { failed = [] } = view;
  const inOrder = worstFirst(plans, (each) => each);
  const compared = inOrder.map((plan) => {
    const comparison = comparisonOf(plan, view);
    return { plan, comparison, news: comparison === undefined ? undefined : newsOf(plan, comparison) };
  });
  const facts: PageFacts = { accounts: compared.map(({ plan, news }) => accountFacts(plan, news)) };
  return page(titleOf(inOrder), [
    ...(failed.length === 0 ? [] : [messages(problemsOf(failed))]),
    firstScreen(compared),
    markup`<div id="explore"></div>`,
    ...compared.map((each) => accountSections(each, inOrder.length > 1)),
    markup`<script type="application/json" id="facts">
      ${scriptJson(visibleJson(JSON.stringify(facts)))}
    </script>`,
  ]);
}

/** A page with the errors in place of a plan. */
const errorPage = (diagnostics: readonly Diagnostic[]): string =>
  page("scanform: no plan, because of errors", [
    markup`<header class="head"><h1>no plan, because of errors</h1></header>`,
    messages(diagnostics),
  ]);

const messages = (diagnostics: readonly Diagnostic[]): Markup =>
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
