import type { Diagnostic } from "../../diagnostics/diagnostic";
import { ScanformError } from "../../diagnostics/error";
import type { DesiredConfiguration, DesiredRule } from "../../model/desired";
import { groupBy } from "../../model/group";
import { address, type ConfigurationId, type RepositoryId } from "../../model/ids";
import { asListed } from "../../reconcile/as-listed";
import type { Settings } from "../../model/settings";
import type { Move } from "../../reconcile/change";
import { compare } from "../../reconcile/compare";
import { plan } from "../../reconcile/plan";
import { route } from "../../reconcile/route";
import { namesIn } from "../account/lists";
import type { Session } from "../account/session";
import { assigned } from "../configuration/claims";
import { arrives, createdBy, plannedOf } from "../configuration/planned";
import { failed, type Said, type Step, warned } from "../said";
import { type ObjectValue, Unknown } from "../values/value";
import { desiredRules } from "./rules";

const here = address("it");

export interface Routed {
  /** The configuration of each repository; unknown while it is not there yet. Undefined when it cannot be told. */
  readonly assigned?: ReadonlyMap<RepositoryId, ConfigurationId | Unknown>;
  readonly said: readonly Said[];
}

/** Which repository gets what, and which move, from where to where and by which rule. */
export async function routed(session: Session, config: ObjectValue): Promise<Routed> {
  const { lists, accountId } = session;
  const [configurations, repositories] = await Promise.all([lists.configurations(), lists.certainly("repositories")]);
  const pending = new Map<number, DesiredConfiguration>();
  const written = desiredRules(config, (index) => {
    const at = address(`rule ${String(index)}`);
    pending.set(index, { address: at, name: `(of rule ${String(index + 1)}, known after apply)`, settings: {} });
    return { configuration: { address: at } };
  });
  const spelled = asListed(
    { configurations: [], assignments: [{ address: here, rules: written }] },
    { configurations, repositories },
  );
  const rules = spelled.assignments.flatMap((each) => each.rules);
  const changed = plannedOf(session, rules.flatMap(targetOf));
  const desired = { configurations: [...pending.values(), ...changed], assignments: [{ address: here, rules }] };
  const names = await namesIn(
    lists,
    changed.map(({ settings }) => settings),
  );
  try {
    const { moves, diagnostics } = plan({ id: accountId }, desired, { configurations, repositories, ...names });
    const destinations = new Map<RepositoryId, ConfigurationId | Unknown>();
    for (const { repository, target } of route(desired, repositories).routes)
      if (!("leave" in target))
        destinations.set(repository.id, "id" in target.configuration ? target.configuration.id : new Unknown());
    const live = new Map(configurations.map((each) => [each.id, each.settings]));
    for (const { from, to } of moves)
      if ("id" in to && from !== undefined) arrives(session, to.id, live.get(from) ?? {});
    const judged = moves.map(asFarAsKnown(createdBy(session), live));
    return {
      assigned: destinations,
      said: [...diagnostics.map(saidOf), ...targeted(session, rules), ...movesSaid(judged)],
    };
  } catch (thrown) {
    if (!(thrown instanceof ScanformError)) throw thrown;
    return { said: thrown.diagnostics.map(saidOf) };
  }
}

const targetOf = ({ target }: DesiredRule): readonly ConfigurationId[] =>
  "configuration" in target && "id" in target.configuration ? [target.configuration.id] : [];

/** What they assign by an id is not to be destroyed. */
const targeted = (session: Session, rules: readonly DesiredRule[]): readonly Said[] =>
  rules.flatMap((rule, index) => targetOf(rule).flatMap((id) => assigned(session, id, ["rules", index])));

/** Of a configuration that is not there yet this plan knows only that it is one of those that are created: the worst counts. */
function asFarAsKnown(
  created: ReturnType<typeof createdBy>,
  live: ReadonlyMap<ConfigurationId, Settings>,
): (move: Move) => Move {
  const notes = new Map<ConfigurationId, string>();
  const weakerThan = (from: ConfigurationId): string => {
    const known = notes.get(from);
    if (known !== undefined) return known;
    const weaker = created.flatMap(({ name, after }) => {
      const { class: kind, note = "which is weaker" } = compare(live.get(from) ?? {}, after);
      return kind === "weakens" ? [`if it is ${JSON.stringify(name)}: ${note}`] : [];
    });
    notes.set(from, weaker.join(", "));
    return weaker.join(", ");
  };
  return (move) => {
    if (!("address" in move.to)) return move;
    const { note: _ofNothing, ...rest } = move;
    const note = move.from === undefined ? "" : weakerThan(move.from);
    const toName = "(known after apply)";
    return note === "" ? { ...rest, class: "unclassified", toName } : { ...rest, class: "weakens", note, toName };
  };
}

/** `rules[3].configuration_id` is at the fourth rule. */
function saidOf({ severity, summary, detail, path = "" }: Diagnostic): Said {
  const index = /^rules\[(\d+)\]/.exec(path)?.[1];
  const at: readonly Step[] = index === undefined ? ["rules"] : ["rules", Number(index)];
  return severity === "error" ? failed(summary, detail, at) : warned(summary, detail, at);
}

/** Terraform plans again when it applies, and does not let a plan become another: the words for it are its own. */
const outdated =
  "Where a repository comes or goes before this plan is applied, Terraform calls it inconsistent, and nothing is moved: plan again.";

/** So many repositories of one group are named. */
const most = 20;

/** Those that become weaker first; what moves alike is said together. */
function movesSaid(moves: readonly Move[]): readonly Said[] {
  if (moves.length === 0) return [];
  const alike = groupBy(moves, ({ fromName, toName, rule, class: kind, note = "" }) => {
    const weaker = kind === "weakens" ? `, ${note === "" ? "which is weaker" : note}` : "";
    return `${fromName ?? "none"} -> ${toName} (${rule})${weaker}`;
  });
  const weaker = moves.filter((each) => each.class === "weakens").length;
  const lines = [...alike]
    .sort(([, [left]], [, [right]]) => Number(right?.class === "weakens") - Number(left?.class === "weakens"))
    .map(([what, group]) => `${what}: ${names(group)}`);
  const count = `${String(moves.length)} ${moves.length === 1 ? "repository moves" : "repositories move"}`;
  const summary = weaker === 0 ? count : `${count}, ${String(weaker)} to a weaker configuration`;
  return [warned(summary, [...lines, outdated].join("\n"), ["rules"])];
}

function names(group: readonly Move[]): string {
  const shown = group.slice(0, most).map(({ repository }) => repository.name ?? repository.id);
  const more = group.length - shown.length;
  return `${shown.join(", ")}${more > 0 ? ` and ${String(more)} more` : ""}`;
}
