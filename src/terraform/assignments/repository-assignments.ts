import { type Diagnostic, error, hasErrors, warning } from "../../diagnostics/diagnostic";
import { fail, ScanformError } from "../../diagnostics/error";
import { isDeepStrictEqual } from "node:util";
import type { Repository } from "../../model/entities";
import { compareText } from "../../model/fingerprint";
import { groupBy } from "../../model/group-by";
import { assignedAttributes, heldAttributes, type Placement, placementsIn } from "./placements";
import { routeRepositories } from "./route-repositories";
import { validateAssignments } from "../validate";
import type { Session } from "../account/session";
import { emptyWorld, movesIn, seen, type World } from "../account/world";
import { firstConfigurations } from "../review/review-effects";
import { stillInUse } from "../deletion/plan-deletion";
import { encodeReview, plannedReview, unknownReview, withKnownReview } from "../verdict/review-value";
import { notReviewed } from "../verdict/unknown-leaves";
import type { ListResourceType, ResourceType } from "../provider";
import { listed } from "../../model/suggest";
import { repositories as countOf } from "../../diagnostics/count";
import { dryRunError } from "../common-diagnostics";
import { resourceSchemas } from "../schema/resources";
import { schema as schemaOf } from "../schema/schema";
import { identityOfAccount } from "../identities";
import { timeoutsOf } from "../timeouts";
import { Unknown, entriesOf, type ObjectValue, type Value } from "../value";
import { sameId } from "../../model/uuid";

const { scanform_repository_assignments: schema } = resourceSchemas;

/** `scanform_repository_assignments`: apply assigns exactly the repositories that the plan lists. */
export const repositoryAssignments: ResourceType = {
  schema,
  identity: identityOfAccount,
  validate: validateAssignments,

  async plan({ session, prior, config, replacedPrivate }) {
    const own = { ...config, id: prior?.["id"] ?? session?.accountId ?? new Unknown() };
    const unknown = {
      planned: { ...own, assigned: new Unknown(), assigned_digest: new Unknown(), review: unknownReview },
    };
    if (session === undefined) return { ...unknown, diagnostics: [notReviewed] };
    const { placements, isWhole, diagnostics, review, isReviewKnown } = await routeRepositories(
      session,
      config,
      isShown(session, prior),
    );
    if (placements === undefined || review === undefined) return { ...unknown, diagnostics };
    const claimed = new Set(placements.map(({ repository }) => repository.id));
    const { repositories } = session.ledger;
    const others = new Set([...claimed].filter((id) => repositories.has(id)));
    for (const id of claimed) repositories.add(id);
    const twice =
      replacedPrivate !== undefined || others.size === 0
        ? []
        : [claimedTwice(namesOf(placements.filter(({ repository }) => others.has(repository.id))))];
    const before = isWhole && prior !== null ? await placementsNow(session, prior["rules"]) : [];
    const unclaimed = before.filter(({ repository }) => !claimed.has(repository.id));
    const stay = unclaimed.length === 0 ? [] : [staying(namesOf(unclaimed))];
    const inUse = stillInUse(session, idsOf(before), ["rules"]);
    if (!isWhole) return { ...unknown, diagnostics: [...diagnostics, ...stay, ...twice, ...inUse] };
    const { assigned, assigned_digest } = assignedAttributes(placements);
    session.ledger.selected.plan(assigned_digest, placements);
    const isDecided = placements.every(({ to }) => to !== undefined);
    const next = {
      ...own,
      assigned: isDecided ? assigned : new Unknown(),
      assigned_digest,
      review: prior?.["review"] ?? null,
    };
    const planned = isDeepStrictEqual(next, prior)
      ? next
      : { ...next, review: isReviewKnown ? plannedReview(review, prior, config) : unknownReview };
    return {
      planned,
      plannedPrivate: encodeReview(review),
      diagnostics: [...diagnostics, ...stay, ...twice, ...inUse],
      world: (session) => worldOf(session, placements),
    };
  },

  async planDestroy(session, prior) {
    const before = session === undefined ? [] : idsOf(await placementsNow(session, prior["rules"]));
    const inUse = session === undefined ? [] : stillInUse(session, before);
    return { diagnostics: [...inUse, warning("assignments-kept", keepingOf(countIn(prior["assigned"])))] };
  },

  async read(session, state) {
    const id = session.accountId;
    const [repositories, configurations] = await Promise.all([
      session.lists.read("repositories", "certain"),
      session.lists.read("configurations", "ended"),
    ]);
    const rules = state["rules"] ?? asListed(repositories);
    const placements = placementsIn(rules, { configurations, repositories });
    return { state: { ...state, id, rules, ...heldAttributes(placements) }, diagnostics: [] };
  },

  async apply({ session, prior, planned: last, plannedPrivate }) {
    const planned = withKnownReview(last, plannedPrivate);
    session.lists.expire("repositories");
    // read before anything is written, so that a failed read hides no write
    const placements = await placementsNow(session, planned["rules"]);
    const { assigned, assigned_digest } = assignedAttributes(placements);
    if (assigned_digest !== planned["assigned_digest"])
      throw new ScanformError([session.ledger.selected.changed(planned["assigned_digest"], placements)]);
    const wanted = new Map(
      placements.flatMap(({ repository, to }) => (to === undefined ? [] : [[repository.id, to] as const])),
    );
    const timeout = timeoutsOf(planned)[prior === null ? "create" : "update"];
    const { diagnostics } = await session.submit({ kind: "assignment", assigned: wanted, timeout });
    if (!hasErrors(diagnostics)) return { state: { ...planned, id: session.accountId, assigned }, diagnostics };
    // a state would be tainted and replaced; the next plan finds what has moved
    if (prior === null || session.dryRun) return { state: prior, diagnostics };
    // the next plan shows what failed
    const held = heldAttributes(await placementsNow(session, planned["rules"]));
    return { state: { ...planned, ...held }, diagnostics };
  },

  destroy: ({ dryRun }) => Promise.resolve(dryRun ? [dryRunError()] : []),

  importState({ accountId }, id) {
    if (!sameId(id, accountId)) {
      const detail = `${JSON.stringify(id)} is not account_id of the provider block, ${accountId}, by which all assignments are imported as rules.`;
      fail("import-id-invalid", detail);
    }
    return Promise.resolve({ id: accountId, rules: null, assigned: null, assigned_digest: null, review: null });
  },
};

/** Lists `scanform_repository_assignments`: one object for the whole account, or none where nothing is assigned. */
export const listAssignments: ListResourceType = {
  schema: schemaOf("The rules that give all repositories of the account what they have.", {}),
  validate: () => [],
  async list(session) {
    const imported = await repositoryAssignments.importState(session, session.accountId);
    const { state } = await repositoryAssignments.read(session, imported);
    const count = countIn(state?.["assigned"]);
    return count === 0 ? [] : [{ displayName: countOf(count), imported, read: () => Promise.resolve(state) }];
  },
};

/** What a plan of rules rests on: the repositories that move, and what they move from and to, as far as it is there. */
async function worldOf(session: Session, placements: readonly Placement[]): Promise<World> {
  const moves = movesIn(placements);
  const concerned = new Set<string | null | undefined>(Object.values(moves));
  for (const { repository, to } of placements) if (Object.hasOwn(moves, repository.id)) concerned.add(to);
  const configurations = (await firstConfigurations(session)).filter(({ id }) => concerned.has(id));
  return {
    ...emptyWorld,
    moves,
    configurations: Object.assign({}, ...configurations.map((each) => seen(each))) as World["configurations"],
  };
}

/** Whether the plan is one that the user reads, and not its repetition in an apply, as far as that is known. */
const isShown = ({ ledger: { phase } }: Session, prior: ObjectValue | null): boolean =>
  phase === "plan" || (phase === "unknown" && prior === null);

/** The placements by rules in which everything is known. */
async function placementsNow({ lists }: Session, rules: Value = null): Promise<readonly Placement[]> {
  const [configurations, repositories] = await Promise.all([
    lists.read("configurations", "ended"),
    lists.read("repositories", "certain"),
  ]);
  return placementsIn(rules, { configurations, repositories });
}

const idsOf = (placements: readonly Placement[]): readonly string[] =>
  placements.map(({ repository }) => repository.id);
const namesOf = (placements: readonly Placement[]): readonly string[] =>
  placements.map(({ repository: { id, name = id } }) => name);

/** The number of repositories in the attribute. */
const countIn = (assigned: Value | undefined): number =>
  entriesOf(assigned).reduce((all, [, count]) => all + Number(count), 0);

const claimedTwice = (names: readonly string[]): Diagnostic =>
  error(
    "repository-claimed-twice",
    `${listed(names)} ${names.length === 1 ? "is" : "are"} assigned by another scanform_repository_assignments too. Let one of the two \`leave\` what the other assigns.`,
    { attribute: ["rules"] },
  );

const keepingOf = (count: number): string =>
  count === 1
    ? "The service cannot unassign: 1 repository keeps the configuration that it has."
    : `The service cannot unassign: ${countOf(count)} keep the configuration that they have.`;

const staying = (names: readonly string[]): Diagnostic =>
  warning("repositories-unclaimed", `No rule claims ${listed(names)} any more. ${keepingOf(names.length)}`, {
    attribute: ["rules"],
  });

/**
 * Rules for the current assignments, by the configuration's id: for each its repositories by name, or by id where a name
 * is empty or repeats.
 */
function asListed(repositories: readonly Repository[]): readonly ObjectValue[] {
  const names = groupBy(repositories, ({ name }) => name);
  const groups = groupBy(repositories, (each) => each.configuration_id);
  groups.delete(undefined);
  const ordered = [...groups].sort(([left = ""], [right = ""]) => compareText(left, right));
  return ordered.map(([id = "", members]): ObjectValue => {
    const isUnique = ({ name }: Repository): boolean =>
      name !== undefined && name !== "" && names.get(name)?.length === 1;
    const byName = members.filter(isUnique).flatMap(({ name }) => name ?? []);
    const byId = members.filter((each) => !isUnique(each)).map((each) => each.id);
    return {
      configuration_id: id,
      repository_names: byName.length === 0 ? null : byName.toSorted(),
      repository_ids: byId.length === 0 ? null : byId.toSorted(),
      repository_pattern: null,
      leave: null,
    };
  });
}
