import { type Diagnostic, error, hasErrors, warning } from "../../diagnostics/diagnostic";
import { fail } from "../../diagnostics/error";
import { isDeepStrictEqual } from "node:util";
import type { Repository } from "../../model/entities";
import { groupBy } from "../../model/group-by";
import { configurationId, type ConfigurationId, repositoryId, type RepositoryId } from "../../model/ids";
import { routeRepositories } from "./route-repositories";
import { validateAssignments } from "../validate";
import type { Session } from "../account/session";
import { stillInUse } from "../deletion/plan-deletion";
import { unknownReview, withoutUnknownReview } from "../verdict/review-value";
import { encodeSeen, seenAccount } from "../verdict/seen";
import { notReviewed } from "../verdict/unknown-leaves";
import type { ResourceType } from "../provider";
import { listed } from "../../model/suggest";
import { countOf } from "../../diagnostics/catalogue";
import { dryRunError } from "../common-diagnostics";
import { resourceSchemas } from "../schema/resources";
import { identityOfAccount } from "../identities";
import { timeoutsOf } from "../timeouts";
import { repositoryAssignmentsTo1 } from "../upgrade";
import { Unknown, entriesOf, isObjectValue, objectOf, textIn, type ObjectValue, type Value } from "../value";
import { sameId } from "../../model/uuid";

const { scanform_repository_assignments: schema } = resourceSchemas;

/** `scanform_repository_assignments`: apply assigns exactly the repositories that the plan lists. */
export const repositoryAssignments: ResourceType = {
  schema,
  identity: identityOfAccount,
  upgrades: [repositoryAssignmentsTo1],
  validate: validateAssignments,

  async plan({ session, prior, config, refreshPrivate = {}, replacedPrivate }) {
    const own = { ...config, id: prior?.["id"] ?? session?.accountId ?? new Unknown() };
    const unknown = { planned: { ...own, assigned: new Unknown(), review: unknownReview } };
    if (session === undefined) return { ...unknown, diagnostics: [notReviewed] };
    const { assigned, isWhole, diagnostics, review } = await routeRepositories(session, config, refreshPrivate);
    if (assigned === undefined) return { ...unknown, diagnostics };
    const repositories = await session.lists.repositories();
    const names = new Map(repositories.map((each) => [each.id, each.name ?? each.id]));
    const others = session.ledger.repositories.claim(assigned.keys());
    const twice =
      replacedPrivate !== undefined || others.length === 0
        ? []
        : [claimedTwice(others.map((id) => names.get(id) ?? id))];
    const before = isWhole ? entriesOf(prior?.["assigned"]) : [];
    const unclaimed = before.flatMap(([id]) =>
      assigned.has(repositoryId(id)) ? [] : [names.get(repositoryId(id)) ?? id],
    );
    const stay = unclaimed.length === 0 ? [] : [staying(unclaimed)];
    const inUse = stillInUse(
      session,
      before.map(([id]) => id),
      ["rules"],
    );
    const next = {
      ...own,
      assigned: plannedAssigned(assigned, prior?.["assigned"], repositories),
      review: prior?.["review"] ?? null,
    };
    const planned = isDeepStrictEqual(next, prior) ? next : { ...next, review };
    return {
      ...(isWhole ? { planned } : unknown),
      diagnostics: [...diagnostics, ...stay, ...twice, ...inUse],
    };
  },

  planDestroy: (session, prior) =>
    Promise.resolve([
      ...(session === undefined
        ? []
        : stillInUse(
            session,
            entriesOf(prior["assigned"]).map(([id]) => id),
            [],
          )),
      warning("assignments-kept", keepingOf(entriesOf(prior["assigned"]).length)),
    ]),

  async read(session, state) {
    const id = session.accountId;
    const [repositories, configurations] = await Promise.all([
      session.lists.repositories(),
      session.lists.configurations(),
    ]);
    const seen = {
      repositories,
      configurations: configurations.map(({ created_at: _unused, ...each }) => each),
      planned: session.ledger.settings.changed,
    };
    const privateState = encodeSeen(seen, session.now());
    if ((state["rules"] ?? null) === null) {
      const rules = asListed(repositories);
      return { state: { ...state, id, rules, assigned: await assignedNow(session) }, privateState, diagnostics: [] };
    }
    const held = new Set(entriesOf(state["assigned"]).map(([each]) => repositoryId(each)));
    const assigned = await assignedNow(session, (each) => held.has(each));
    return { state: { ...state, id, assigned }, privateState, diagnostics: [] };
  },

  async apply({ session, prior, planned: last, privateState }) {
    const planned = withoutUnknownReview(last);
    const assigned = assignedIds(planned["assigned"]);
    const wanted = new Map(assigned.map(([id, to]) => [repositoryId(id), configurationId(textIn(to))]));
    // read before anything is written, so that a failed read hides no write
    const applied = await appliedAssigned(session, planned["assigned"]);
    const timeout = timeoutsOf(planned)[prior === null ? "create" : "update"];
    const seen = seenAccount(privateState)?.repositories.map((each) => [each.id, each.configuration_id] as const);
    const [changed = { diagnostics: [] }] = await session.submit([
      { kind: "assignment", assigned: wanted, timeout, ...(seen === undefined ? {} : { places: new Map(seen) }) },
    ]);
    if (!hasErrors(changed.diagnostics))
      return { state: { ...planned, id: session.accountId, assigned: applied }, diagnostics: changed.diagnostics };
    // a state would be tainted and replaced; the next plan finds what has moved
    if (prior === null) return { state: null, diagnostics: changed.diagnostics };
    // the next plan shows what failed
    const held = await assignedNow(session, (each) => wanted.has(each));
    return { state: { ...(session.dryRun ? prior : planned), assigned: held }, diagnostics: changed.diagnostics };
  },

  destroy: ({ dryRun }) => Promise.resolve(dryRun ? [dryRunError()] : []),

  importState({ accountId }, id) {
    if (!sameId(id, accountId)) {
      const detail = `${JSON.stringify(id)} is not account_id of the provider block, ${accountId}, by which all assignments are imported as rules.`;
      fail("import-id-invalid", detail);
    }
    return Promise.resolve({ id: accountId, rules: null, assigned: null, review: null });
  },
};

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

/** Rules for the current assignments: for each configuration its repositories by name, or by id where names repeat. */
function asListed(repositories: readonly Repository[]): readonly ObjectValue[] {
  const names = groupBy(repositories, ({ name }) => name);
  const groups = groupBy(repositories, (each) => each.configuration_id);
  groups.delete(undefined);
  return [...groups].map(([id = "", members]): ObjectValue => {
    const isUnique = ({ name }: Repository): boolean => name !== undefined && names.get(name)?.length === 1;
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

/** The ids of the configurations in the attribute, by repository id. */
export const assignedIds = (assigned: Value | undefined): readonly (readonly [string, Value])[] =>
  entriesOf(assigned).map(([id, entry]) => [id, isObjectValue(entry) ? (entry["configuration_id"] ?? null) : null]);

/**
 * The planned attribute. A repository that stays keeps its entry. For one that moves, the name of the configuration is
 * known after apply: the same apply may rename that one, and a known planned value may not change.
 *
 * @param prior the attribute in the prior state
 */
function plannedAssigned(
  targets: ReadonlyMap<RepositoryId, ConfigurationId | Unknown>,
  prior: Value | undefined,
  repositories: readonly Repository[],
): ObjectValue {
  const before = new Map(entriesOf(prior));
  const names = new Map(repositories.map((each) => [each.id, each.name ?? null]));
  return objectOf(
    [...targets].map(([id, to]) => {
      const entry = before.get(id);
      const stays = isObjectValue(entry) && !(to instanceof Unknown) && sameId(textIn(entry["configuration_id"]), to);
      return [
        id,
        stays ? entry : { name: names.get(id) ?? null, configuration_id: to, configuration_name: new Unknown() },
      ];
    }),
  );
}

async function assignedNow(
  { lists }: Session,
  isWanted: (id: RepositoryId) => boolean = () => true,
): Promise<ObjectValue> {
  const [repositories, names] = [await lists.repositories(), await configurationNames(lists)];
  return objectOf(
    repositories.flatMap(({ id, name, configuration_id: to }): (readonly [string, Value])[] =>
      to === undefined || !isWanted(id)
        ? []
        : [[id, { name: name ?? null, configuration_id: to, configuration_name: names.get(to) ?? null }]],
    ),
  );
}

/** The planned attribute as it is after its apply, with the names that the service shows by then. */
async function appliedAssigned({ lists }: Session, planned: Value | undefined): Promise<ObjectValue> {
  const isOpen = (entry: Value): entry is ObjectValue =>
    isObjectValue(entry) && entry["configuration_name"] instanceof Unknown;
  const entries = entriesOf(planned);
  const names = entries.some(([, entry]) => isOpen(entry)) ? await configurationNames(lists) : undefined;
  return objectOf<Value>(
    entries.map(([id, entry]) =>
      isOpen(entry)
        ? [id, { ...entry, configuration_name: names?.get(textIn(entry["configuration_id"])) ?? null }]
        : [id, entry],
    ),
  );
}

const configurationNames = async (lists: Session["lists"]): Promise<ReadonlyMap<string, string | undefined>> =>
  new Map((await lists.configurations()).map((each) => [each.id, each.name]));
