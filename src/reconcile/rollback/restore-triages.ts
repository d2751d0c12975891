import type { DesiredTriage } from "../../model/desired";
import type { ObservedTriages } from "../../model/entities";
import { type TriageCategory, triageCategories } from "../../model/findings";
import { groupBy } from "../../model/group-by";
import { address, type Address } from "../../model/ids";
import type { JournalEntry, SendingEntry } from "../apply/journal-entry";

type Say = (at: Address, detail: string) => void;

/** The findings that a journal has triaged. */
export const triagedFindings = (entries: readonly JournalEntry[]): readonly string[] =>
  entries.flatMap((each) => (each.type === "sending" && "finding" in each.write ? [each.write.finding] : []));

/**
 * The triages that findings had before a journal: a category, or none. One that somebody has changed since is kept and
 * reported.
 *
 * @param effective the writes that took effect, or may have
 */
export function restoreTriages(
  effective: readonly SendingEntry[],
  { found }: Pick<ObservedTriages, "found">,
  say: Say,
): readonly DesiredTriage[] {
  const written = groupBy(
    effective.flatMap(({ write, triage }) => ("finding" in write && triage !== undefined ? [{ write, triage }] : [])),
    ({ write }) => write.finding,
  );
  return [...written].flatMap(([findingId, all]): readonly DesiredTriage[] => {
    const before = all[0]?.triage.before ?? null;
    const at = all[0]?.write.carries[0] ?? address(`finding ${findingId}`);
    const after: readonly (string | null)[] = all.map(({ write }) =>
      write.kind === "set-triage" ? write.category : null,
    );
    const status = found.get(findingId.toLowerCase());
    if (status === undefined || status.is === "unclear") {
      say(at, `How the finding ${findingId} is triaged now cannot be read, and stays as it is.`);
      return [];
    }
    const now = status.is === "set" ? status.category : null;
    if (now === before) return [];
    if (!after.includes(now)) {
      say(at, `The finding ${findingId} has been triaged otherwise since, and keeps ${now ?? "no triage"}.`);
      return [];
    }
    if (before !== null && !isCategory(before)) {
      say(
        at,
        `${JSON.stringify(before)}, which the finding ${findingId} had, is none of the categories that can be set.`,
      );
      return [];
    }
    return [{ address: at, findingId, category: before, justification: "It is put back as it was before the apply." }];
  });
}

const isCategory = (text: string): text is TriageCategory => triageCategories.some((each) => each === text);
