import type { AttributePath } from "../../diagnostics/attribute-path";
import type { Diagnostic } from "../../diagnostics/diagnostic";
import { compareSettings, type LeafChange } from "../../model/compare-settings";
import type { DesiredConfiguration } from "../../model/desired";
import type { Configuration } from "../../model/entities";
import { groupBy } from "../../model/group-by";
import { type SettingName, settingNames } from "../../model/settings";
import { target } from "../../reconcile/plan/merge";
import { changesBetween } from "../../reconcile/plan/moves";
import type { Session } from "../account/session";
import { classOf, type RepositoryEffect } from "../verdict/repository-effect";
import { verdictWarning } from "../verdict/verdict-warning";
import { assignedRepositories } from "./assigned-repositories";

/**
 * Warns where the change of a live configuration weakens repositories or is unclassified for them: those that have
 * it and stay, and those that are planned to move to it. Moves that are planned later are judged there.
 *
 * @param unknown its leaves that are known only after apply
 */
export async function changeVerdict(
  session: Session,
  wanted: DesiredConfiguration,
  live: Configuration,
  unknown: readonly LeafChange[],
  at: AttributePath,
): Promise<readonly Diagnostic[]> {
  const after = target(live.settings, wanted);
  const changes = [...compareSettings(live.settings, after), ...unknown];
  if (changes.length === 0) return [];
  const name = JSON.stringify(wanted.name);
  const arriving = [...groupBy(session.ledger.settings.arrivingAt(live.id), ({ from }) => from)].flatMap(
    ([from, [first, ...more]]): readonly RepositoryEffect[] =>
      first === undefined
        ? []
        : [
            {
              what: `${from === undefined ? "none" : JSON.stringify(first.listed?.name ?? from)} -> ${name}`,
              changes: [...changesBetween(from, first.listed, after), ...unknown],
              repositories: [first, ...more].map(({ repository }) => repository),
            },
          ],
  );
  const isBad = [{ changes }, ...arriving].some((each) => ["weakens", "unclassified"].includes(classOf(each)));
  if (!isBad) return [];
  const holders = await assignedRepositories(session, live.id);
  const staying = holders.filter(({ id }) => !session.ledger.settings.isMoving(id));
  return verdictWarning({
    subject: name,
    whose: "its",
    groups: [{ what: "which have it", changes, repositories: staying }, ...arriving],
    attribute: [...at, ...settingOf(changes)],
  });
}

/** The setting to underline: that of what weakens, or else of the first change. */
function settingOf(changes: readonly LeafChange[]): readonly string[] {
  const shown = changes.filter(({ setting }) => settingNames.includes(setting as SettingName));
  const worst = shown.find(({ verdict }) => verdict === "weaker") ?? shown[0];
  return worst === undefined ? [] : [worst.setting];
}
