import type { AccountId, Address, ConfigurationId } from "../../model/ids";
import { sameText } from "../../model/normal-form";
import type { Settings } from "../../model/settings";
import type { ConfigurationState } from "../../model/written";
import { indexPlan } from "./plan-index";
import type { Checkpoint } from "./checkpoint";
import type { ExpectedState } from "./expected-state";
import type { UnexpectedChange } from "./sent-writes";
import { hadNoEffect, type WriteResult } from "./write-result";
import type { Plan } from "../plan/plan";
import { repositoriesIn, type Write } from "../plan/write";

/** A configuration before and after a write. */
export interface Image {
  readonly id: ConfigurationId;
  readonly address: Address;
  readonly before: ConfigurationState;
  /** Absent for a deletion. */
  readonly after?: { readonly name: string; readonly settings: Settings };
}

/** The entry before a write is sent: enough to undo it. */
export interface SendingEntry {
  readonly type: "sending";
  /** Time of the entry: ISO 8601. */
  readonly at?: string;
  readonly write: Write;
  readonly images: readonly Image[];
  /** The former configuration of each repository that the write moves; null for none. */
  readonly repositories: Readonly<Record<string, ConfigurationId | null>>;
  /** Of a write of a triage: the category that the finding had; null for none. */
  readonly triage?: { readonly before: string | null };
  /** A created configuration must not be deleted again. */
  readonly preventDestroy?: true;
  /** Other configurations that had the name which the write gives to a new one, or takes from its own. */
  readonly namesakes?: readonly ConfigurationId[];
}

/** The entry after the result of a write is known. */
export interface SettledEntry {
  readonly type: "settled";
  readonly write: number;
  readonly status: "succeeded" | "failed";
  /** The service refused the write: nothing took effect. */
  readonly refused?: true;
  readonly created?: ConfigurationId;
  /** The settings of what was created, as the service has answered. */
  readonly answered?: Settings;
  readonly error?: string;
  readonly requestId?: string;
}

/** The origin of the journal. */
export interface BeginEntry {
  readonly type: "begin";
  /** Time of the entry: ISO 8601. */
  readonly at?: string;
  readonly account: { readonly id: AccountId; readonly name?: string };
  readonly baseUrl: string;
  /** The aliases of the provider block, which may have its own key. */
  readonly aliases: readonly string[];
  /** The digest of the plan, of a saved one as reviewed. Absent where nothing was planned. */
  readonly digest?: string;
  /** The plan was a rollback. */
  readonly rollback?: true;
  /** The configurations that were there, where the plan creates any: none of them was created by it. */
  readonly existing?: readonly ConfigurationId[];
}

/** What the first entry says of a plan. */
export const existingIn = ({ writes, observed }: Pick<Plan, "writes" | "observed">): Pick<BeginEntry, "existing"> =>
  writes.some(({ kind }) => kind === "create") ? { existing: observed.configurations.map(({ id }) => id) } : {};

/** The last entry: what was read back. */
export interface AppliedEntry extends Checkpoint {
  readonly type: "applied";
  /** The account was read back and holds everything that was planned. */
  readonly verified: boolean;
  /** Leaves that the read-back found neither as before the write nor as it was to leave them. */
  readonly unexpected?: readonly UnexpectedChange[];
  /** Time of the entry: ISO 8601. */
  readonly at?: string;
}

export type JournalEntry = BeginEntry | SendingEntry | SettledEntry | AppliedEntry;

/** Returns a function that makes the entry of each write of a plan. */
export function sendingEntries(plan: Plan): (write: Write, expected: readonly ExpectedState[]) => SendingEntry {
  const { deletions, moves, triages } = indexPlan(plan);
  const byAddress = new Map(plan.configurations.map((each) => [each.address, each]));
  const addresses = new Map(
    plan.configurations.flatMap(({ address, live }) => (live === undefined ? [] : [[live.id, address] as const])),
  );
  const imagesOf = (write: Write, expected: readonly ExpectedState[]): readonly Image[] => {
    if (write.kind === "delete") {
      const deleted = deletions.get(write.configuration);
      if (deleted === undefined) return [];
      const { name, settings } = deleted.live;
      return [{ id: deleted.live.id, address: deleted.address, before: { name, settings } }];
    }
    return expected.flatMap(({ id, look, after }): readonly Image[] => {
      const address = addresses.get(id) ?? write.carries[0];
      if (address === undefined || look === undefined) return [];
      const before = { name: look.name, settings: look.settings };
      return [{ id, address, before, after: { name: after.name ?? "", settings: after.settings } }];
    });
  };
  const namesakesOf = (write: Write): readonly ConfigurationId[] => {
    if (!("configuration" in write) && write.kind !== "create") return [];
    const id = "configuration" in write ? write.configuration : undefined;
    const live = plan.observed.configurations.find((each) => each.id === id);
    const isKept = "body" in write && (live?.name === undefined || write.body.name === live.name);
    const name = write.kind === "create" ? write.body.name : live?.name;
    if (write.kind === "assign" || name === undefined || (isKept && write.kind !== "create")) return [];
    return plan.observed.configurations
      .filter((each) => each.id !== id && sameText(each.name, name))
      .map((each) => each.id);
  };
  return (write, expected) => {
    const namesakes = namesakesOf(write);
    const orphaned = write.kind === "delete" ? (deletions.get(write.configuration)?.remaining ?? []) : [];
    // a PUT or PATCH also lists repositories that stay, until another write takes them
    const moved = repositoriesIn(write).flatMap((id) => moves.get(id) ?? []);
    const own = moved.filter(({ to }) => ("id" in to ? to.id : to.address) === goalOf(write));
    const owner = write.carries[0] === undefined ? undefined : byAddress.get(write.carries[0]);
    return {
      type: "sending",
      write,
      images: imagesOf(write, expected),
      repositories: Object.fromEntries([
        ...own.map(({ repository, from }) => [repository.id, from ?? null] as const),
        ...orphaned.map(({ id, configuration_id: from }) => [id, from ?? null] as const),
      ]),
      ...("finding" in write ? { triage: { before: triages.get(write.finding.toLowerCase()) ?? null } } : {}),
      ...(write.kind === "create" && owner?.declared.preventDestroy === true ? { preventDestroy: true } : {}),
      ...(namesakes.length === 0 ? {} : { namesakes }),
    };
  };
}

/** The entry of a write that was announced. */
export function settledEntry(result: WriteResult): SettledEntry {
  const common = { type: "settled", write: result.write.id } as const;
  switch (result.status) {
    case "succeeded": {
      const { created, answered, requestId, isUnneeded } = result;
      return isUnneeded === true
        ? { ...common, status: "failed", refused: true, error: "nothing was left to do" }
        : { ...common, status: "succeeded", created, answered, requestId };
    }
    case "failed": {
      const { created, failures } = result;
      const { error, requestId } = failures[0] ?? {};
      return {
        ...common,
        status: "failed",
        created,
        error,
        requestId,
        ...(hadNoEffect(result) ? { refused: true } : {}),
      };
    }
    case "skipped": // after it was announced: an attempt of it was refused
      return { ...common, status: "failed", refused: true, error: result.because };
    default:
      return result satisfies never;
  }
}

/** The target of the repositories of a write; the first address of a POST is that of its configuration. */
const goalOf = (write: Write): string | undefined =>
  write.kind === "create" ? write.carries[0] : "configuration" in write ? write.configuration : undefined;
