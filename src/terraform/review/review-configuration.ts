import type { AttributePath } from "../../diagnostics/attribute-path";
import { type Diagnostic, error, hasErrors, relocate, warning } from "../../diagnostics/diagnostic";
import type { DesiredConfiguration } from "../../model/desired";
import type { Configuration, Observed } from "../../model/entities";
import { address } from "../../model/ids";
import { sameId } from "../../model/uuid";
import { withCanonicalIds } from "../../reconcile/plan/resolve-ids";
import { identify, nearlyNamedText, unknownNames } from "../../reconcile/plan/identify";
import { identityCandidates, nearlyNamedIn, referencedEntities } from "../account/lists";
import type { Session } from "../account/session";
import { emptyWorld, seen, type World } from "../account/world";
import { anyLeaf, reviewedInPart, unknownLeaves } from "../verdict/unknown-leaves";
import { entriesOf, isWhollyKnown, knownPart, textIn, type ObjectValue } from "../value";
import { desiredBy } from "../configuration/configuration-state";
import { noLongerManaged } from "./no-longer-managed";
import { toSettings } from "../configuration/settings";
import { compareSettings, type LeafChange } from "../../model/compare-settings";
import { groupBy } from "../../model/group-by";
import { type SettingName, settingNames } from "../../model/settings";
import { target } from "../../reconcile/plan/merge";
import { changesBetween } from "../../reconcile/plan/moves";
import { classOf, type RepositoryEffect, verdictWarning, withTitles } from "../verdict/repository-effect";
import { assignedRepositories } from "../configuration/live-configuration";

export interface Reviewed {
  /** The live configuration that is taken over when this one is created. */
  readonly adopts?: string;
  /** What it will hold, and the live one that changes; absent where it has no name yet. */
  readonly change?: { readonly wanted: DesiredConfiguration; readonly live: Configuration | undefined };
  /** Whether it is known what the change does to the repositories that have the configuration. */
  readonly isKnown: boolean;
  readonly diagnostics: readonly Diagnostic[];
}

/** What a planned change rests on. @param effects on the repositories that have the configuration */
export const worldOfChange = ({ change }: Reviewed, effects: readonly RepositoryEffect[]): World => {
  if (change === undefined) return emptyWorld;
  const { wanted, live } = change;
  if (live === undefined)
    return { ...emptyWorld, free: wanted.id === undefined ? [wanted.name, ...(wanted.renamedFrom ?? [])] : [] };
  const holders = effects.length === 0 ? undefined : effects.flatMap(({ repositories }) => repositories);
  return { ...emptyWorld, configurations: seen(live, holders) };
};

/** The name of the configuration that is taken over. */
export const adoptedName = ({ adopts, change }: Reviewed): string | undefined =>
  adopts === undefined ? undefined : (change?.live?.name ?? adopts);

/**
 * Diagnostics for a planned configuration that differs from its prior state: names that the account does not have,
 * what the change does to the repositories, the adoption of a live configuration, leaves no longer managed, and what
 * of it is known only after apply.
 */
export async function reviewConfiguration(
  session: Session,
  planned: ObjectValue,
  prior: ObjectValue | null,
): Promise<Reviewed> {
  const { settings, configurations: claims } = session.ledger;
  const released = prior === null ? [] : noLongerManaged(prior, planned);
  const unknown = unknownLeaves(planned);
  const part = [reviewedInPart(planned, unknown)];
  // an unknown value counts as not declared: the rest is reviewed
  const declared = withName(desiredBy(knownPart(planned)), prior);
  if (declared === undefined) {
    if (prior === null)
      settings.pending.push({ after: toSettings(knownPart(planned)), unknown: [...unknown, anyLeaf] });
    return { isKnown: false, diagnostics: [...released, ...part] };
  }
  const written: DesiredConfiguration = { ...declared, address: address("it") };
  const { live, diagnostics: identity } = await liveOf(session, written);
  if (live !== undefined) session.ledger.reviewed.configurations.set(live.id, live);
  const observed = {
    configurations: live === undefined ? [] : [live],
    repositories: [],
    ...(await referencedEntities(session.lists, [written.settings])),
  };
  const [wanted = written] = withCanonicalIds({ configurations: [written], assignments: [] }, observed).configurations;
  const wrong = [...identity, ...unknownIn(observed, wanted, live, planned)];
  if (!hasErrors(wrong)) settings.plan(wanted, live, unknown);
  // what is created weakens nothing, whatever it will hold; a former name may be that of a live one, which it changes
  const mayAdopt = prior === null && live === undefined && !isWhollyKnown(planned["renamed_from"] ?? null);
  const isKnown = !mayAdopt && (live === undefined || unknown.length === 0);
  return {
    ...(prior === null && live !== undefined ? { adopts: live.id } : {}),
    change: { wanted, live },
    isKnown,
    diagnostics: [
      ...released,
      ...(isKnown ? [] : part),
      ...(live === undefined || prior !== null
        ? []
        : [takenOver(live, claims.held.has(live.id) ? heldByResource : calledBefore(live, wanted))]),
      ...wrong,
      ...(await namedAlready(session, wanted, prior)),
      ...(prior === null && live === undefined && !hasErrors(identity) ? await nearlyNamed(session, wanted) : []),
      ...(live === undefined ? [] : await changeVerdict(session, wanted, live, unknown)),
      ...(live === undefined ? [] : reviewedBefore(session, wanted, live)),
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

/** Terraform plans again when it applies, and rejects another id than the planned one. */
const outdated =
  "Where it is renamed or deleted before this plan is applied, Terraform calls it inconsistent, and nothing is written: plan again.";

const takenOver = ({ id }: Configuration, more: string): Diagnostic =>
  warning(
    "configuration-adopted",
    `The account has it already, with the id ${id}: it is taken over, and only what is declared is changed.${more} ${outdated}`,
    { attribute: ["name"] },
  );

const calledBefore = ({ name }: Configuration, wanted: DesiredConfiguration): string =>
  (name === wanted.name ? "" : ` It is renamed from ${JSON.stringify(name ?? "")}.`) +
  " To have none created by mistake, import it.";

/** Terraform does not tell which resource has it. */
const heldByResource =
  " A resource has it: where that is this one, which is replaced, it stays as it is, and is not deleted.";

/**
 * An error where another configuration has the new name and no resource refreshed so far has that one, which could rename
 * or delete it; a warning where nothing is refreshed.
 */
async function namedAlready(
  session: Session,
  { id, name }: DesiredConfiguration,
  prior: ObjectValue | null,
): Promise<readonly Diagnostic[]> {
  if (prior === null || prior["name"] === name) return [];
  const others = identityCandidates({ name }, await session.lists.read("configurations", "certain"));
  for (const other of others) {
    if (other.id === id) continue;
    const isFree = await hasNoResource(session, other.id);
    if (session.ledger.configurations.isKnown(other.id)) continue;
    const has = `${JSON.stringify(name)} is the name of ${other.id} too`;
    const place = { attribute: ["name"] };
    return isFree
      ? [error("name-taken", `${has}, which no resource has that is refreshed by now. ${notFree}`, place)]
      : [warning("name-taken", `${has}. ${mayBeFree}`, place)];
  }
  return [];
}

/**
 * An error where a live configuration has nearly the name of a new one. Whether another resource has that one is not asked:
 * what the plan knew of it, the plan right before the apply does not.
 */
async function nearlyNamed(
  { ledger: { phase }, lists }: Session,
  { name }: DesiredConfiguration,
): Promise<readonly Diagnostic[]> {
  if (phase === "apply") return []; // it may have been created just now
  const alike = nearlyNamedIn(await lists.read("configurations", "certain"), name);
  if (alike.length === 0) return [];
  return [error("name-live-alike", nearlyNamedText(name, alike), { attribute: ["name"] })];
}

const notFree =
  "Choose another name, or import that one and rename it first. Where a resource has it that is refreshed later (it depends on this one, " +
  "-target leaves it out, or -parallelism is low), plan with -refresh=false, which only warns.";
const mayBeFree =
  "Unless that one gets another name or goes in the same plan, two will have it, or the service refuses it.";

/** Terraform's default for -parallelism: where as many plans wait, nothing else is refreshed. */
const mostWaiting = 10;

/**
 * Whether no resource refreshed so far has the configuration. Terraform plans in any order: waits while others are
 * refreshed. False where all plans that Terraform runs at once may wait for each other.
 */
async function hasNoResource({ ledger: { configurations, phase }, sleep }: Session, id: string): Promise<boolean> {
  if (phase !== "plan") return false;
  configurations.waiting += 1;
  for (let reads = -1; !configurations.mayBlock && !configurations.isKnown(id) && reads !== configurations.held.size;) {
    reads = configurations.held.size;
    await sleep(1000);
    configurations.mayBlock ||= configurations.waiting >= mostWaiting;
  }
  configurations.waiting -= 1;
  return !configurations.mayBlock;
}

/** A warning where the known review of rules has not counted the change, since it was planned before. */
const reviewedBefore = (
  { ledger: { settings } }: Session,
  { name }: DesiredConfiguration,
  { id }: Configuration,
): readonly Diagnostic[] =>
  settings.reviewed.has(id) && settings.isChanging(id)
    ? [warning("review-without-change", rulesByReference, { attribute: ["name"] }, JSON.stringify(name))]
    : [];

const rulesByReference =
  "Rules that were planned before it give it to repositories or take it from them, and their review does not count the change. " +
  "Refer to it in the rules by reference, not by its id: Terraform then plans it before them.";

function unknownIn(
  observed: Observed,
  wanted: DesiredConfiguration,
  live: Configuration | undefined,
  planned: ObjectValue,
): readonly Diagnostic[] {
  const present = new Map(live === undefined ? [] : [[wanted.address, live]]);
  return unknownNames([wanted], observed, present).map((each) => relocate(each, { attribute: stepsOf(each, planned) }));
}

/** `analyzers["x"]` and `code_policies["id"]`, as terraform counts. */
function stepsOf({ path = "" }: Diagnostic, planned: ObjectValue): AttributePath {
  const [, setting = "", key = '""'] = /^(\w+)\[(".*")\]$/.exec(path) ?? [];
  const name = JSON.parse(key) as string;
  if (setting === "analyzers") return [setting, { key: name }];
  const id = entriesOf(planned[setting]).find(([each]) => sameId(each, name))?.[0];
  return id === undefined ? ["code_policies"] : [setting, { key: id }];
}

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
  const staying = holders.filter(({ id }) => !session.ledger.settings.moves.has(id));
  return verdictWarning({
    subject: name,
    whose: "its",
    groups: await withTitles(session, [{ what: "which have it", changes, repositories: staying }, ...arriving]),
    attribute: settingOf(changes),
  });
}

/** The setting to underline: that of what weakens, or else of the first change. */
function settingOf(changes: readonly LeafChange[]): readonly string[] {
  const shown = changes.filter(({ setting }) => settingNames.includes(setting as SettingName));
  const worst = shown.find(({ verdict }) => verdict === "weaker") ?? shown[0];
  return worst === undefined ? [] : [worst.setting];
}
