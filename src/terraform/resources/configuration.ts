import { type Diagnostic, error } from "../../diagnostics/diagnostic";
import { isDeepStrictEqual } from "node:util";
import { configurationId } from "../../model/ids";
import { isUuid } from "../../model/uuid";
import type { Session } from "../account/session";
import {
  declaredPart,
  toChange,
  appliedState,
  idOf,
  plannedState,
  refreshedState,
  withAdopted,
} from "../configuration/configuration-state";
import { assignedRepositories } from "../configuration/assigned-repositories";
import { deletable, refuseReplacementInUse } from "../configuration/deletion-guard";
import { isGuarded } from "../deletion/guards";
import { planDeletion } from "../deletion/plan-deletion";
import { reviewValue, unknownReview } from "../review/review-value";
import { feltByHolders } from "../review/review-configuration";
import { rememberSeen, seenConfiguration, seenConfigurations } from "../review/seen";
import { rememberIds, rememberedIds } from "../configuration/replaced-ids";
import { notReviewed } from "../configuration/not-reviewed";
import { review } from "../configuration/review";
import { validateConfiguration } from "../configuration/validate-configuration";
import { type ResourceType, shownAlready } from "../resource";
import { dryRunError } from "../common-diagnostics";
import { resourceSchemas } from "../schema/resources";
import { configurationTo1 } from "../upgrade/configuration";
import { isUnknown, isWhollyKnown, type ObjectValue } from "../values/value";

const { scanform_configuration: schema } = resourceSchemas;

/** `scanform_configuration`: only declared settings are managed. */
export const configuration: ResourceType = {
  schema,
  upgrades: [configurationTo1],
  validate: (config) => validateConfiguration(config),

  unchanged: (session, state) => ({
    privateState: rememberIds([state]),
    diagnostics: session.ledger.configurations.claim({
      name: state["name"] ?? null,
      id: idOf(state),
      replaces: false,
      at: [],
    }),
  }),

  mayFallBack: isGuarded,

  async plan({ session, prior, config, remembered = {}, replacedPrivate: before }) {
    const planned = { ...plannedState(config, prior), review: prior?.["review"] ?? null };
    const same = prior !== null && isDeepStrictEqual(planned, prior);
    if (session === undefined)
      return same
        ? { planned, diagnostics: [] }
        : { planned: { ...planned, review: unknownReview }, diagnostics: [notReviewed] };
    const replaced = rememberedIds(before);
    const reviewed = same ? { diagnostics: [] } : await review(session, planned, prior);
    const { adopts, diagnostics } = reviewed;
    const effect = isWhollyKnown(declaredPart(planned))
      ? reviewValue(await feltByHolders(session, reviewed, seenConfigurations(remembered)))
      : unknownReview;
    const twice = session.ledger.configurations.claim({
      name: config["name"] ?? null,
      id: idOf(prior ?? {}) ?? adopts,
      replaces: before !== undefined,
      at: [],
    });
    // a name that is not known yet may be the same
    const others = isUnknown(config["name"]) ? [] : replaced.filter((id) => id !== adopts);
    const gone = await Promise.all(others.map((id) => refuseReplacementInUse(session, id)));
    const privateState = { ...rememberIds([prior ?? {}]), ...(adopts === undefined ? {} : { adopts }) };
    return {
      planned: withAdopted(same ? planned : { ...planned, review: effect }, adopts),
      diagnostics: [...diagnostics, ...twice, ...gone.flat()],
      privateState,
    };
  },

  planDestroy: (session, prior) => planDeletion(session, prior, "resource"),

  async read(session, state) {
    const id = idOf(state);
    const live = id === undefined ? undefined : await session.lists.configuration(id);
    if (live === undefined) return { state: null, diagnostics: [] };
    const seen = seenConfiguration(live.settings, await assignedRepositories(session, live.id));
    return {
      state: refreshedState(state, live),
      remembered: rememberSeen({ [live.id]: seen }),
      diagnostics: session.ledger.configurations.read(live.id),
    };
  },

  async apply({ session, prior, planned, privateState }) {
    const { adopts } = privateState;
    const [changed = { diagnostics: [] }] = await session.submit([toChange(planned, adopts)]);
    return appliedState({ prior, planned, adopted: adopts !== undefined }, changed);
  },

  async destroy(session, prior, { privateState, shown } = shownAlready) {
    const stays = new Set(privateState["adopts"] === undefined ? [] : [privateState["adopts"]]);
    const { ids, diagnostics } = await deletable(session, [prior], stays, shown);
    if (session.dryRun && ids.length === 0) return [dryRunError()];
    const results = await session.submit(ids.map((id) => ({ kind: "deletion", id })));
    return [...diagnostics, ...results.flatMap((each) => each.diagnostics)];
  },

  importState: (session, id) => Promise.resolve(imported(session, id)),
};

/** By its id, or by the account's and its own: ACCOUNT/ID. */
function imported(
  { accountId }: Session,
  text: string,
): { readonly state: ObjectValue | null; readonly diagnostics: readonly Diagnostic[] } {
  const [id = "", account, ...more] = text.split("/").reverse();
  if (more.length > 0 || !isUuid(id))
    return {
      state: null,
      diagnostics: [
        error(
          "id-invalid",
          `${JSON.stringify(text)} is not the id of a configuration, nor ACCOUNT_ID/ID. The data source scanform_configurations lists them.`,
        ),
      ],
    };
  if (account !== undefined && account.toLowerCase() !== accountId.toLowerCase())
    return {
      state: null,
      diagnostics: [
        error("import-account", `The provider is configured for the account ${accountId}, and not for ${account}.`),
      ],
    };
  return { state: { id: configurationId(id.toLowerCase()) }, diagnostics: [] };
}
