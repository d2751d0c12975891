import { label } from "../diagnostics/foreign-text";
import { repositoryClasses } from "../model/leaf-verdict";
import { codeSpan, shorten } from "./comment";
import { addressOf } from "./page-address";
import type { PlanReport } from "./renderer";
import { number } from "../diagnostics/count";

/** How many repositories a comment links. */
const most = 10;

/**
 * A line that links the page, and on it the sections of the repositories that are affected, the weakest first,
 * and of each effect one before the second of another.
 */
export function pageLinks(plans: readonly PlanReport[], pageUrl: string): readonly string[] {
  const affected = repositoryClasses.flatMap((kind) =>
    inTurn(
      plans.flatMap(({ effects }) => effects.filter((each) => each.class === kind)).map((each) => each.repositories),
    ),
  );
  const links = affected.slice(0, most).map(({ repository: { id, name = id } }) => {
    const link = addressOf("repository", name, id);
    return `[${codeSpan(shorten(label(name)))}](${pageUrl}${link})`;
  });
  const more = affected.length > most ? ` and ${number(affected.length - most)} more` : "";
  return [`[Review on the page](${pageUrl})${links.length === 0 ? "" : `: ${links.join(", ")}${more}`}`, ""];
}

/** The first of each list, then the second of each, and so on. */
const inTurn = <T>(lists: readonly (readonly T[])[]): readonly T[] =>
  lists
    .flatMap((list) => list.map((item, at) => ({ item, at })))
    .sort((one, other) => one.at - other.at)
    .map(({ item }) => item);
