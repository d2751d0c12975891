import { listed } from "../../diagnostics/enumeration";
import { type Diagnostic, error, hasErrors, warning } from "../../diagnostics/diagnostic";
import { fail, ScanformError } from "../../diagnostics/error";
import { isDeepStrictEqual } from "node:util";
import type { Observed, Repository } from "../../model/observed";
import { compareText } from "../../model/fingerprint";
import { groupBy } from "../../model/group-by";
import {
  assignedAttributes,
  digestOf,
  heldAttributes,
  type Placement,
  placementsIn,
  selectionChanged,
} from "./placements";
import { routeRepositories } from "./route-repositories";
import { validateAssignments } from "../validate";
import type { Session } from "../account/session";
import { shortened } from "../review/own-change";
import { notReviewed } from "../verdict/unknown-leaves";
import type { ListResourceType, ResourceType } from "../provider-types";
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

  async plan({ session, prior, config }) {
    const own = { ...config, id: prior?.["id"] ?? session?.accountId ?? new Unknown() };
    const unknown = {
      planned: { ...own, assigned: new Unknown(), assigned_digest: new Unknown(), review: new Unknown() },
    };
    if (session === undefined) return { ...unknown, diagnostics: [notReviewed] };
    const read = await readAccount(session, session.lists.original("repositories"));
    const { placements, isWhole, diagnostics } = await routeRepositories(
      session,
      config,
      read,
      isShown(session, prior),
    );
    if (placements === undefined) return { ...unknown, diagnostics };
    const held = prior === null ? [] : placementsIn(prior["rules"] ?? null, read);
    if (!isWhole) return { ...unknown, diagnostics };
    const { assigned, assigned_digest } = assignedAttributes(placements);
    const isDecided = placements.every(({ to }) => to !== undefined);
    const next = {
      ...own,
      assigned: isDecided ? assigned : new Unknown(),
      assigned_digest,
      review: prior?.["review"] ?? null,
    };
    if (isDeepStrictEqual(next, prior)) return { planned: next, diagnostics };
    // planned from where the state has the repositories, so that its repetition in the apply is the same
    if (prior !== null && heldAttributes(held).assigned_digest !== prior["assigned_digest"])
      return { planned: next, diagnostics: [movedSinceRead] };
    return {
      planned: { ...next, review: isDecided ? { moves: shortened(movesIn(held, placements)) } : new Unknown() },
      diagnostics: [...diagnostics, ...staying(held, placements)],
      restsOn: () => `repositories and places with the digest ${digestOf(placements, placeOf)}`,
    };
  },

  planDestroy: (_session, prior) =>
    Promise.resolve({ diagnostics: [warning("assignments-kept", keepingOf(countIn(prior["assigned"])))] }),

  async read(session, state) {
    const id = session.accountId;
    const read = await readAccount(session, session.lists.read("repositories", "certain"));
    const rules = state["rules"] ?? asListed(read.repositories);
    return { state: { ...state, id, rules, ...heldAttributes(placementsIn(rules, read)) }, diagnostics: [] };
  },

  async apply({ session, prior, planned }) {
    const { lists } = session;
    lists.expire("repositories");
    const rules = planned["rules"] ?? null;
    const now = () => readAccount(session, lists.read("repositories", "certain"));
    // read before anything is written, so that a failed read hides no write
    const placements = placementsIn(rules, await now());
    const { assigned, assigned_digest } = assignedAttributes(placements);
    const original = await readAccount(session, lists.original("repositories"));
    if (assigned_digest !== planned["assigned_digest"])
      throw new ScanformError([selectionChanged(placementsIn(rules, original), placements)]);
    const wanted = new Map(
      placements.flatMap(({ repository, to }) => (to === undefined ? [] : [[repository.id, to] as const])),
    );
    const before = new Map(original.repositories.map((each) => [each.id, each.configuration_id]));
    const timeout = timeoutsOf(planned)[prior === null ? "create" : "update"];
    const { diagnostics } = await session.submit({ kind: "assignment", assigned: wanted, before, timeout });
    if (!hasErrors(diagnostics)) return { state: { ...planned, id: session.accountId, assigned }, diagnostics };
    // a state would be tainted and replaced; the next plan finds what has moved
    if (prior === null || session.dryRun) return { state: prior, diagnostics };
    // the next plan shows what failed
    return { state: { ...planned, ...heldAttributes(placementsIn(rules, await now())) }, diagnostics };
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

/** The account, with the repositories as they are read. */
async function readAccount({ lists }: Session, reading: Promise<readonly Repository[]>): Promise<Observed> {
  const [configurations, repositories] = await Promise.all([lists.read("configurations", "ended"), reading]);
  return { configurations, repositories };
}

/**
 * Whether the plan is one that the user reads, and not its repetition in an apply, as far as that is known: rules that
 * are created where nothing was refreshed or applied before may be either.
 */
const isShown = ({ phase }: Session, prior: ObjectValue | null): boolean =>
  phase === "plan" || (phase === "unknown" && prior === null);

const placeOf = ({ repository }: Placement): string => repository.configuration_id ?? "none";

/**
 * The moves by ids, each kind once, as far as they follow from the state and the rules: what a repository has that the
 * rules did not assign before is not in the state.
 *
 * @param held what the rules of the state assign, where the repositories are
 */
function movesIn(held: readonly Placement[], placements: readonly Placement[]): readonly string[] {
  const assigned = new Set(held.map(({ repository }) => repository.id));
  const moving = placements.flatMap((each) => {
    const from = assigned.has(each.repository.id) ? placeOf(each) : "not assigned before";
    return from === each.to
      ? []
      : [{ rule: each.rule, line: `${from} -> ${String(each.to)} (rule ${String(each.rule)})` }];
  });
  const byLine = new Map(moving.map((each) => [each.line, each]));
  return [...byLine.values()]
    .sort((left, right) => left.rule - right.rule || compareText(left.line, right.line))
    .map(({ line }) => line);
}

const movedSinceRead = error(
  "changed-since-planned",
  "The repositories are not where the state has them: one was added, removed or given another configuration since it was read. Nothing was assigned. Plan again, with a refresh.",
  { attribute: ["rules"] },
);

/** The number of repositories in the attribute. */
const countIn = (assigned: Value | undefined): number =>
  entriesOf(assigned).reduce((all, [, count]) => all + Number(count), 0);

const keepingOf = (count: number): string =>
  count === 1
    ? "The service cannot unassign: 1 repository keeps the configuration that it has."
    : `The service cannot unassign: ${countOf(count)} keep the configuration that they have.`;

/** A warning about the repositories that no rule assigns any more. */
function staying(held: readonly Placement[], placements: readonly Placement[]): readonly Diagnostic[] {
  const claimed = new Set(placements.map(({ repository }) => repository.id));
  const names = held.flatMap(({ repository: { id, name = id } }) => (claimed.has(id) ? [] : [name]));
  if (names.length === 0) return [];
  const detail = `No rule claims ${listed(names)} any more. ${keepingOf(names.length)}`;
  return [warning("repositories-unclaimed", detail, { attribute: ["rules"] })];
}

/**
 * Rules for the current assignments, by the configuration's id: for each its repositories by name, or by id where a
 * name is empty or repeats.
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
