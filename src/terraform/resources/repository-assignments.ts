import { type Diagnostic, error, hasErrors, warning } from "../../diagnostics/diagnostic";
import { groupBy } from "../../model/group-by";
import { configurationId, repositoryId } from "../../model/ids";
import { routeRepositories } from "../assignments/route-repositories";
import { problemsOf } from "../assignments/rules";
import type { Session } from "../account/session";
import { notReviewed } from "../configuration/not-reviewed";
import { entriesOf, objectOf } from "../configuration/settings";
import type { ResourceType, StateResponse } from "../resource";
import { listed } from "../../model/suggest";
import { dryRunError } from "../common-diagnostics";
import { resourceSchemas } from "../schema/resources";
import { timeoutsOf } from "../timeouts";
import { type ObjectValue, Unknown, type Value, textIn } from "../values/value";

const { scanform_repository_assignments: schema } = resourceSchemas;

/** `scanform_repository_assignments`: apply assigns exactly the repositories that the plan lists. */
export const repositoryAssignments: ResourceType = {
  schema,
  validate: problemsOf,

  async plan({ session, prior, config, replacedPrivate }) {
    const unknown = { planned: { ...config, assigned: new Unknown() } };
    if (session === undefined) return { ...unknown, diagnostics: [notReviewed] };
    const { assigned, isWhole, diagnostics } = await routeRepositories(session, config);
    if (assigned === undefined) return { ...unknown, diagnostics };
    const names = new Map((await session.lists.repositories()).map((each) => [each.id, each.name ?? each.id]));
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
    return {
      ...(isWhole ? { planned: { ...config, assigned: objectOf([...assigned]) } } : unknown),
      diagnostics: [...diagnostics, ...stay, ...twice],
    };
  },

  planDestroy: (_session, prior) =>
    Promise.resolve([
      warning(
        "assignments-kept",
        `The service cannot unassign: ${String(entriesOf(prior["assigned"]).length)} repositories keep the configuration that they have.`,
      ),
    ]),

  async read({ lists }, state) {
    const repositories = await lists.repositories();
    const has = new Map(repositories.map((each) => [each.id, each.configuration_id ?? null]));
    if ((state["rules"] ?? null) === null) return { state: asListed(repositories), diagnostics: [] };
    const assigned = entriesOf(state["assigned"]).flatMap(([id]): [string, Value][] => {
      const now = has.get(repositoryId(id));
      return now === undefined || now === null ? [] : [[id, now]];
    });
    return { state: { ...state, assigned: objectOf(assigned) }, diagnostics: [] };
  },

  async apply({ session, prior, planned }) {
    const assigned = entriesOf(planned["assigned"]);
    const wanted = new Map(assigned.map(([id, to]) => [repositoryId(id), configurationId(textIn(to))]));
    const timeout = timeoutsOf(planned)[prior === null ? "create" : "update"];
    const [changed = { diagnostics: [] }] = await session.submit([{ kind: "assignment", assigned: wanted, timeout }]);
    if (!hasErrors(changed.diagnostics)) return { state: planned, diagnostics: changed.diagnostics };
    // with a state it would be called broken, and replaced; the next plan sees by itself what has moved
    if (prior === null) return { state: null, diagnostics: changed.diagnostics };
    // what did not come about shows in the next plan
    const now = new Map((await session.lists.repositories()).map((each) => [each.id, each.configuration_id]));
    const held = assigned.flatMap(([id]): [string, Value][] => {
      const to = now.get(repositoryId(id));
      return to === undefined ? [] : [[id, to]];
    });
    return {
      state: { ...(session.dryRun ? prior : planned), assigned: objectOf(held) },
      diagnostics: changed.diagnostics,
    };
  },

  destroy: ({ dryRun }) => Promise.resolve(dryRun ? [dryRunError()] : []),

  importState: (session, id) => Promise.resolve(imported(session, id)),
};

const claimedTwice = (names: readonly string[]): Diagnostic =>
  error(
    "repository-claimed-twice",
    `${listed(names)} ${names.length === 1 ? "is" : "are"} assigned by another scanform_repository_assignments too. Let one of the two \`leave\` what the other assigns.`,
    { attribute: ["rules"] },
  );

const staying = (names: readonly string[]): Diagnostic =>
  warning(
    "repositories-unclaimed",
    `No rule claims ${listed(names)} any more. The service cannot unassign: they keep the configuration that they have.`,
    { attribute: ["rules"] },
  );

/** All that the account assigns, which is what its id imports. */
function imported({ accountId }: Session, id: string): StateResponse {
  if (id.toLowerCase() === accountId.toLowerCase()) return { state: { rules: null, assigned: null }, diagnostics: [] };
  const detail = `${JSON.stringify(id)} is not the id of the provider's account, ${accountId}, by which all assignments are imported as rules.`;
  return { state: null, diagnostics: [error("import-id-invalid", detail)] };
}

/** Rules for the current assignments: for each configuration its repositories by name, or by id where names repeat. */
function asListed(repositories: Awaited<ReturnType<Session["lists"]["repositories"]>>): ObjectValue {
  const names = groupBy(repositories, ({ name }) => name);
  const groups = groupBy(repositories, (each) => each.configuration_id);
  groups.delete(undefined);
  const rules = [...groups].map(([id = "", members]): ObjectValue => {
    const byName = members.flatMap(({ name }) => (name !== undefined && names.get(name)?.length === 1 ? [name] : []));
    const byId = members.flatMap((each) =>
      each.name !== undefined && names.get(each.name)?.length === 1 ? [] : [each.id],
    );
    return {
      configuration_id: id,
      repository_names: byName.length === 0 ? null : byName.toSorted(),
      repository_ids: byId.length === 0 ? null : byId.toSorted(),
      repository_pattern: null,
      leave: null,
    };
  });
  const assigned = [...groups].flatMap(([id = "", members]) => members.map((each): [string, Value] => [each.id, id]));
  return { rules, assigned: objectOf(assigned) };
}
