import { label } from "../diagnostics/foreign-text";
import { repositoryClasses } from "../model/leaf-verdict";
import { codeSpan, shorten } from "./comment";
import { addressOf } from "./page-address";
import type { PlanReport } from "./renderer";
import { number } from "./words";

/** How many repositories a comment links. */
const most = 10;

/** A line that links the page, and on it the sections of the repositories that are affected, the weakest first. */
export function pageLinks(plans: readonly PlanReport[], pageUrl: string): readonly string[] {
  const affected = repositoryClasses.flatMap((kind) =>
    plans.flatMap(({ effects }) =>
      effects.filter((each) => each.class === kind).flatMap(({ repositories }) => repositories),
    ),
  );
  const links = affected.slice(0, most).map(({ repository: { id, name = id } }) => {
    const link = addressOf("repository", name, id);
    return `[${codeSpan(shorten(label(name)))}](${pageUrl}${link})`;
  });
  const more = affected.length > most ? ` and ${number(affected.length - most)} more` : "";
  return [`[Review on the page](${pageUrl})${links.length === 0 ? "" : `: ${links.join(", ")}${more}`}`, ""];
}
