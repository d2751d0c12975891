import { isDeepStrictEqual } from "node:util";
import { ScanformError } from "../../diagnostics/error";
import type { Desired, DesiredConfiguration } from "../../model/desired";
import { configurationId } from "../../model/ids";
import { plan } from "../../reconcile/plan/plan";
import { referencedEntities } from "../account/lists";
import type { Session } from "../account/session";
import { judgeMoves } from "../assignments/judge-moves";
import { PlannedSettings } from "../ledger/planned-settings";
import type { RepositoryEffect } from "../verdict/repository-effect";
import { firstConfigurations, firstRepositories } from "./first-seen";
import type { ObjectValue, Unknown } from "../values/value";
import { reviewOfBoth, reviewValue, unknownReview } from "./review-value";
import type { SeenAccount } from "./seen";

/** What moves are judged by: an account before anything is applied, and what it is planned to become. */
type Basis = SeenAccount & { readonly planned: readonly DesiredConfiguration[] };

/**
 * The review of the repositories that rules move, known as far as it can be promised. Terraform plans again when it
 * applies: so it is computed from what the refresh saw, and what was planned to change by then. What has been planned
 * since makes it unknown where that counts, but for a plan of the apply, which must say what the first one said.
 *
 * So it is with all changes where the rules exist. Rules that are new have no refresh, and nothing else carries what
 * the plan counted to its apply. An order does not help either: a reference to a configuration and its id, written out,
 * come as the same value, and with the latter Terraform may plan the configuration before the rules and apply the
 * rules before the configuration.
 *
 * @param now the configurations that are planned to change, by this process
 * @param seen what the refresh saw, and when
 */
export async function reviewOfMoves(
  session: Session,
  desired: Desired,
  now: readonly DesiredConfiguration[],
  seen?: SeenAccount,
  refreshedAt?: string,
): Promise<ObjectValue | Unknown> {
  const basis = seen ?? {
    configurations: await firstConfigurations(session),
    repositories: await firstRepositories(session),
  };
  const before = seen?.planned ?? [];
  const changed = new Set(now.map(({ id }) => id));
  const first = await judge(session, desired, { ...basis, planned: before });
  const others = before.filter(({ id }) => !changed.has(id));
  const later = await judge(session, desired, { ...basis, planned: [...others, ...now] });
  const review = first === undefined ? unknownReview : reviewValue(first, refreshedAt);
  if (isDeepStrictEqual(effectOf(first), effectOf(later)) || !(await session.ledger.walk.isPlan(session)))
    return review;
  if (first === undefined || later === undefined) return unknownReview;
  return reviewOfBoth(reviewValue(first, refreshedAt), reviewValue(later, refreshedAt));
}

async function judge(
  session: Session,
  desired: Desired,
  basis: Basis,
): Promise<readonly RepositoryEffect[] | undefined> {
  // what was created since, by this apply as a rule: its id was not known to the first plan, nor was its review
  const known = new Set(basis.configurations.map(({ id }) => id));
  const created = (await session.lists.configurations()).filter(({ id }) => !known.has(id));
  const configurations = [...basis.configurations, ...created];
  const targets = targetsOf(desired);
  const planned = basis.planned.filter(({ id }) => id !== undefined && targets.has(id));
  const names = await referencedEntities(
    session.lists,
    planned.map(({ settings }) => settings),
  );
  const observed = { configurations, repositories: basis.repositories, ...names };
  try {
    const { moves } = plan(
      { id: session.accountId },
      { ...desired, configurations: [...desired.configurations, ...planned] },
      observed,
    );
    return judgeMoves(moves, new PlannedSettings(), new Map(configurations.map((each) => [each.id, each])));
  } catch (thrown) {
    // what rules do to an account that they do not fit any more is not known, and no reason to refuse them
    if (thrown instanceof ScanformError) return undefined;
    throw thrown;
  }
}

const targetsOf = ({ assignments }: Desired): ReadonlySet<string> =>
  new Set(
    assignments.flatMap(({ rules }) =>
      rules.flatMap(({ target }) =>
        "configuration" in target && "id" in target.configuration ? [configurationId(target.configuration.id)] : [],
      ),
    ),
  );

/** Without the words, in which a configuration may have its new name. */
const effectOf = (groups: readonly RepositoryEffect[] | undefined): unknown =>
  groups?.map(({ changes, repositories }) => ({ changes, repositories: repositories.map(({ id }) => id) }));
