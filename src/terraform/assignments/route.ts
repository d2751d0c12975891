import type { Diagnostic } from "../../diagnostics/diagnostic";
import { ScanformError } from "../../diagnostics/error";
import type { DesiredConfiguration } from "../../model/desired";
import { groupBy } from "../../model/group";
import { address, type ConfigurationId, type RepositoryId } from "../../model/ids";
import { listed } from "../../model/nearest";
import type { Move } from "../../reconcile/change";
import { plan } from "../../reconcile/plan";
import { route } from "../../reconcile/route";
import type { Session } from "../account/session";
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
export async function routed({ lists, accountId }: Session, config: ObjectValue): Promise<Routed> {
  const [configurations, repositories] = await Promise.all([lists.configurations(), lists.certainly("repositories")]);
  const pending = new Map<number, DesiredConfiguration>();
  const rules = desiredRules(config, (index) => {
    const at = address(`rule ${String(index)}`);
    pending.set(index, { address: at, name: `(of rule ${String(index + 1)}, known after apply)`, settings: {} });
    return { configuration: { address: at } };
  });
  const desired = { configurations: [...pending.values()], assignments: [{ address: here, rules }] };
  try {
    const { moves, diagnostics } = plan({ id: accountId }, desired, { configurations, repositories });
    const assigned = new Map<RepositoryId, ConfigurationId | Unknown>();
    for (const { repository, target } of route(desired, repositories).routes)
      if (!("leave" in target))
        assigned.set(repository.id, "id" in target.configuration ? target.configuration.id : new Unknown());
    return { assigned, said: [...diagnostics.map(saidOf), ...movesSaid(moves.map(asFarAsKnown))] };
  } catch (thrown) {
    if (!(thrown instanceof ScanformError)) throw thrown;
    return { said: thrown.diagnostics.map(saidOf) };
  }
}

/** Of a configuration that is not there yet, this plan does not know the settings. */
const asFarAsKnown = ({ note, ...move }: Move): Move =>
  "address" in move.to
    ? { ...move, class: "unclassified", toName: "(known after apply)" }
    : { ...move, ...(note === undefined ? {} : { note }) };

/** `rules[3].configuration_id` is at the fourth rule. */
function saidOf({ severity, summary, detail, path = "" }: Diagnostic): Said {
  const index = /^rules\[(\d+)\]/.exec(path)?.[1];
  const at: readonly Step[] = index === undefined ? ["rules"] : ["rules", Number(index)];
  return severity === "error" ? failed(summary, detail, at) : warned(summary, detail, at);
}

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
  return [warned(summary, lines.join("\n"), ["rules"])];
}

function names(group: readonly Move[]): string {
  const shown = group.slice(0, most).map(({ repository }) => repository.name ?? repository.id);
  const more = group.length - shown.length;
  return `${shown.join(", ")}${more > 0 ? ` and ${String(more)} more` : ""}`;
}

/** Repositories that another resource of this kind assigns too. */
export function overlap(
  claims: Map<RepositoryId, string>,
  own: string,
  assigned: Iterable<RepositoryId>,
  nameOf: (id: RepositoryId) => string,
): readonly Said[] {
  const twice: string[] = [];
  for (const id of assigned) {
    const other = claims.get(id);
    if (other === undefined) claims.set(id, own);
    else if (other !== own) twice.push(nameOf(id));
  }
  if (twice.length === 0) return [];
  const detail = `${listed(twice)} ${twice.length === 1 ? "is" : "are"} assigned by another scanform_repository_assignments too. Let one of the two \`leave\` what the other assigns.`;
  return [failed("A repository is claimed twice", detail, ["rules"])];
}
