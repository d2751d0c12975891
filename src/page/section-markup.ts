import { shownCount } from "../diagnostics/enumeration";
import { count } from "../diagnostics/count";
import { accountLine } from "../report/head";
import { verdictStart } from "../report/leaf-lines";
import { diagnosticSection } from "../report/comment";
import { allSections, type Compared } from "../report/news";
import type { Detail, Paragraph, Section } from "../report/outline";
import { pageLayout } from "./first-screen";
import { type Markup, markup, nothing } from "../diagnostics/markup";

/** How many paragraphs of a section are shown; the search finds what the others are about. */
const most = 100;

/** The parts of a plan, as in the other formats: those that matter most first. */
export function accountSections(compared: Compared, several: boolean): Markup {
  const { plan } = compared;
  const { diagnostics } = plan;
  const all = [
    ...allSections(compared, pageLayout),
    ...(diagnostics.length === 0 ? [] : [diagnosticSection(diagnostics)]),
  ];
  if (all.length === 0) return nothing;
  return markup`<section class="details">
<h2>${several ? accountLine(plan.account) : "Details"}</h2>
${all.map(sectionMarkup)}
</section>`;
}

/** A section that is open, and can be folded. */
const sectionMarkup = ({ class: kind, title, noun, paragraphs }: Section): Markup => {
  const shown = shownCount(paragraphs.length, most);
  const left = paragraphs.length - shown;
  return markup`<details open class="section ${kind}"><summary><h3>${title}</h3></summary>
${paragraphs.slice(0, shown).map(paragraphMarkup)}
${left > 0 ? markup`<p class="more">and ${count(left, `more ${noun}`)}</p>` : nothing}
</details>`;
};

function paragraphMarkup({ head, mark, details: detailsOf }: Paragraph): Markup {
  const details = detailsOf();
  const tag = mark === undefined ? nothing : markup`<span class="tag new">${mark}</span> `;
  return markup`<div class="paragraph"><p class="what">${tag}${head().trim()}</p>${
    details.length === 0 ? nothing : markup`<ul>${details.map(detailMarkup)}</ul>`
  }</div>`;
}

function detailMarkup({ lines, verdict, link }: Detail): Markup {
  const shown = link === undefined ? lines : lines.slice(0, -1);
  const text = shown.map((each) => each.trim()).join(" ");
  if (link !== undefined) return markup`<li>${text} <a href="${link}" rel="noreferrer">${link}</a></li>`;
  if (verdict === undefined) return markup`<li>${text}</li>`;
  const said = text.replace(verdictStart(verdict, ""), "");
  return markup`<li class="leaf ${verdict}"><span class="tag">${verdict}</span> ${said}</li>`;
}
