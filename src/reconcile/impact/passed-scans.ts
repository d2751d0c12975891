import type { Repository } from "../../model/entities";
import type { CombinedFinding } from "../../model/findings";
import { groupBy } from "../../model/group-by";
import type { AccountId } from "../../model/ids";
import { readsOn } from "../../model/page";
import type { PrScan } from "../../model/scans";
import type { FindingsReader, ReadOptions } from "../ports";
import type { Budget } from "./budget";
import type { TouchedFinding } from "./concerned";
import type { Figure } from "./touches";

export interface ScansQuery {
  readonly account: AccountId;
  /** ISO 8601 */
  readonly since: string;
}

/**
 * Findings without those that cannot have blocked: no scan of their pull request has failed. One request for each repository
 * where that may be so of any, beginning with that which has most of them.
 */
export async function withoutPassed(
  reader: FindingsReader,
  { account, since }: ScansQuery,
  touched: readonly TouchedFinding[],
  budget: Budget,
  options: Pick<ReadOptions, "signal">,
): Promise<readonly TouchedFinding[]> {
  const sought = groupBy(touched.filter(mayHaveBlocked), ({ repository }) => repository);
  const most = [...sought].sort(([, left], [, right]) => right.length - left.length);
  const passed = new Map<Repository, (finding: CombinedFinding) => boolean>();
  await Promise.all(
    most.map(async ([repository]) => {
      if (repository === undefined) return;
      const page = await budget.spendIfFits(() =>
        reader.scansPage(account, repository.id, { date_from: since }, options),
      );
      if (page !== undefined && !readsOn(page, "ended")) passed.set(repository, passedIn(page.items));
    }),
  );
  return touched.map((each) =>
    each.repository !== undefined && mayHaveBlocked(each) && passed.get(each.repository)?.(each.finding) === true
      ? { ...each, effects: new Map([...each.effects].map(([at, figures]) => [at, withoutBlocking(figures)])) }
      : each,
  );
}

const mayHaveBlocked = ({ finding, effects }: TouchedFinding): boolean =>
  finding.finding_type === "pullrequest" &&
  finding.pr_number !== undefined &&
  [...effects.values()].some((figures) => figures.has("noLongerBlocking"));

const withoutBlocking = (figures: ReadonlySet<Figure>): ReadonlySet<Figure> =>
  new Set([...figures].filter((figure) => figure !== "noLongerBlocking"));

/**
 * Whether all scans of a finding's pull request have passed. One that is not open may be of an earlier scan than the
 * latest, so that a list which has one scan of the pull request may lack it.
 */
function passedIn(scans: readonly PrScan[]): (finding: CombinedFinding) => boolean {
  const byNumber = groupBy(scans, (each) => each.pr_number);
  return ({ pr_number: number, state }) => {
    const all = number === undefined ? [] : (byNumber.get(number) ?? []);
    return all.length >= (state === "open" ? 1 : 2) && all.every(hasPassed);
  };
}

/**
 * The specification describes `status` as `pass` or `fail`, and as free text; `risk_threshold` as the level `fail`, `risk` or
 * `info`, and as the highest severity that failed the scan. A scan has passed where neither description says otherwise.
 */
const hasPassed = ({ status, risk_threshold: risk }: PrScan): boolean =>
  status === "pass" && (risk === undefined || risk === "risk" || risk === "info");
