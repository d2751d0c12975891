import { type AttributePath, stepsOf } from "../../diagnostics/attribute-path";
import { type Diagnostic, error, hasErrors, relocate, warning } from "../../diagnostics/diagnostic";
import { compareSettings, type LeafChange } from "../../model/compare-settings";
import type { DesiredConfiguration } from "../../model/desired";
import type { Configuration, Observed } from "../../model/observed";
import { address } from "../../model/ids";
import { type SettingName, settingNames } from "../../model/settings";
import { sameId } from "../../model/uuid";
import { identify, nearlyNamedText, spelledAsLive } from "../../reconcile/plan/identify";
import { unknownNames } from "../../reconcile/plan/unknown-names";
import { target } from "../../reconcile/plan/target";
import { identityCandidates, nearlyNamedIn, referencedEntities } from "../account/lists";
import { withCanonicalIdsOf } from "../../reconcile/plan/resolve-ids";
import type { Session } from "../account/session";
import { desiredBy } from "../configuration/configuration-state";
import { assignedRepositories } from "../configuration/live-configuration";
import { entriesOf, knownPart, type ObjectValue, textIn } from "../value";
import { verdictWarning, withTitles } from "../verdict/repository-effect";
import { reviewedInPart, unknownLeaves } from "../verdict/unknown-leaves";
import { noLongerManaged } from "./own-change";

export interface Reviewed {
  /** The live configuration that is taken over when this one is created. */
  readonly adopts?: string;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Diagnostics for a planned configuration that differs from its prior state: names that the account does not have,
 * what the change does to the repositories that have it now, the adoption of a live configuration, leaves no longer
 * managed, and what of it is known only after apply.
 */
export async function reviewConfiguration(
  session: Session,
  planned: ObjectValue,
  prior: ObjectValue | null,
): Promise<Reviewed> {
  const released = prior === null ? [] : noLongerManaged(prior, planned);
  const unknown = unknownLeaves(planned);
  // an unknown value counts as not declared: the rest is reviewed
  const declared = withName(desiredBy(knownPart(planned)), prior);
  if (declared === undefined) return { diagnostics: [...released, reviewedInPart(planned, unknown)] };
  const written: DesiredConfiguration = { ...declared, address: address("it") };
  const { live, diagnostics: identity } = await liveOf(session, written);
  const observed = {
    configurations: live === undefined ? [] : [live],
    repositories: [],
    ...(await referencedEntities(session.lists, [written.settings])),
  };
  const present = new Map(live === undefined ? [] : [[written.address, live]]);
  const [wanted = written] = spelledAsLive([withCanonicalIdsOf(observed, written)], present);
  const wrong = [...identity, ...unknownIn(observed, wanted, present, planned)];
  const isNew = prior === null && live === undefined;
  return {
    ...(prior === null && live !== undefined ? { adopts: live.id } : {}),
    diagnostics: [
      ...released,
      ...(unknown.length > 0 && !isNew ? [reviewedInPart(planned, unknown)] : []),
      ...(prior === null && live !== undefined ? [takenOver(live, wanted)] : []),
      ...wrong,
      ...(isNew && !hasErrors(identity) ? await nearlyNamed(session, wanted) : []),
      ...(live === undefined ? [] : await changeVerdict(session, wanted, live, unknown)),
    ],
  };
}

/** With its prior name while the new one is unknown; undefined without a name. */
function withName(
  declared: Omit<DesiredConfiguration, "address"> | undefined,
  prior: ObjectValue | null,
): Omit<DesiredConfiguration, "address"> | undefined {
  if (declared?.name !== "") return declared;
  const name = textIn(prior?.["name"]);
  return name === "" ? undefined : { ...declared, name };
}

async function liveOf(
  session: Session,
  wanted: DesiredConfiguration,
): Promise<{ readonly live?: Configuration; readonly diagnostics: readonly Diagnostic[] }> {
  if (wanted.id !== undefined) {
    const live = await session.lists.configuration(wanted.id);
    return live === undefined ? { diagnostics: [] } : { live, diagnostics: [] };
  }
  const all = await session.lists.read("configurations", "certain");
  const identified = identify([wanted], identityCandidates(wanted, all));
  const live = identified.live.get(wanted.address);
  const diagnostics = identified.diagnostics.map((each) => relocate(each, { attribute: ["name"] }));
  return live === undefined ? { diagnostics } : { live, diagnostics };
}

function takenOver({ id, name }: Configuration, wanted: DesiredConfiguration): Diagnostic {
  const renamed = name === wanted.name ? "" : ` It is renamed from ${JSON.stringify(name ?? "")}.`;
  return warning(
    "configuration-adopted",
    `The account has it already, with the id ${id}: it is taken over and updated in place, and only what is declared is changed.${renamed} ` +
      "Destroying the resource later deletes it. To see before the apply what changes, import it.",
    { attribute: ["name"] },
  );
}

/** An error where a configuration that was live before this process wrote has nearly the name of a new one. */
async function nearlyNamed({ lists }: Session, { name }: DesiredConfiguration): Promise<readonly Diagnostic[]> {
  const alike = nearlyNamedIn(await lists.original("configurations"), name);
  if (alike.length === 0) return [];
  return [error("name-live-alike", nearlyNamedText(name, alike), { attribute: ["name"] })];
}

function unknownIn(
  observed: Observed,
  wanted: DesiredConfiguration,
  present: Parameters<typeof unknownNames>[2],
  planned: ObjectValue,
): readonly Diagnostic[] {
  return unknownNames([wanted], observed, present).map((each) =>
    relocate(each, { attribute: writtenAt(each, planned) }),
  );
}

/** `analyzers["x"]` and `code_policies["id"]`, with the id as it is written. */
function writtenAt({ path = "" }: Diagnostic, planned: ObjectValue): AttributePath {
  const [setting = "", entry] = stepsOf(path);
  if (setting !== "code_policies" || typeof entry !== "object") return stepsOf(path);
  const id = entriesOf(planned[setting]).find(([each]) => sameId(each, entry.key))?.[0];
  return id === undefined ? [setting] : [setting, { key: id }];
}

/**
 * Warns where the change of a live configuration weakens the repositories that have it now, or is unclassified for them.
 *
 * @param unknown its leaves that are known only after apply
 */
async function changeVerdict(
  session: Session,
  wanted: DesiredConfiguration,
  live: Configuration,
  unknown: readonly LeafChange[],
): Promise<readonly Diagnostic[]> {
  const changes = [...compareSettings(live.settings, target(live.settings, wanted)), ...unknown];
  if (!changes.some(({ verdict }) => verdict === "weaker" || verdict === "unclassified")) return [];
  const repositories = await assignedRepositories(session, live.id);
  return verdictWarning({
    subject: JSON.stringify(wanted.name),
    whose: "its",
    groups: await withTitles(session, [{ what: "which have it", changes, repositories }]),
    attribute: settingOf(changes),
  });
}

/** The setting to underline: that of what weakens, or else of the first change. */
function settingOf(changes: readonly LeafChange[]): readonly string[] {
  const shown = changes.filter(({ setting }) => settingNames.includes(setting as SettingName));
  const worst = shown.find(({ verdict }) => verdict === "weaker") ?? shown[0];
  return worst === undefined ? [] : [worst.setting];
}
