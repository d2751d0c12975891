import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { DesiredConfiguration } from "../../model/desired";
import type { Configuration, Repository } from "../../model/entities";
import type { Settings } from "../../model/settings";
import type { PrivateState } from "../value";
import { mostNames } from "./repository-effect";

/**
 * What a refresh has read of the account, stored with the state. Terraform plans a resource again when it applies it,
 * in another process and perhaps much later, and accepts only the known values of the first plan: both plans
 * compute `review` from this.
 */

export interface SeenConfiguration {
  readonly settings: Settings;
  readonly repositories: number;
  readonly names: readonly string[];
  /** The ids of all of them, where they do not keep it from being deleted. */
  readonly holders?: readonly string[];
}

export interface SeenAccount {
  readonly configurations: readonly Configuration[];
  readonly repositories: readonly Repository[];
  /** The configurations that were planned to change by then: those that the rules refer to are among them. */
  readonly planned?: readonly DesiredConfiguration[];
}

export type SeenConfigurations = Readonly<Record<string, SeenConfiguration>>;

export const seenConfiguration = (
  settings: Settings,
  holders: readonly Repository[],
  isForced = false,
): SeenConfiguration => ({
  settings,
  repositories: holders.length,
  names: holders.slice(0, mostNames).map(({ name, id }) => name ?? id),
  ...(isForced ? { holders: holders.map(({ id }) => id) } : {}),
});

/**
 * @param seen small enough for a state: it is compressed
 * @param now in milliseconds since 1970
 */
export const encodeSeen = (seen: SeenConfigurations | SeenAccount, now: number): PrivateState => ({
  seen: deflateRawSync(JSON.stringify(seen)).toString("base64"),
  seenAt: new Date(now).toISOString().replace(/\.\d+Z$/, "Z"),
});

/** The part of it that the apply of a planned destruction needs. */
export const seenOf = ({ seen }: PrivateState): PrivateState => (seen === undefined ? {} : { seen });

/** When it was refreshed, as RFC 3339 in seconds; undefined for a resource that was not. */
export const seenAt = (refreshPrivate: PrivateState): string | undefined => refreshPrivate["seenAt"];

/** Undefined for a resource that was not refreshed: it is created, or the plan is made without a refresh. */
const decodeSeen = (refreshPrivate: PrivateState): unknown =>
  refreshPrivate["seen"] === undefined
    ? undefined
    : JSON.parse(inflateRawSync(Buffer.from(refreshPrivate["seen"], "base64")).toString());

export const seenConfigurations = (refreshPrivate: PrivateState): SeenConfigurations =>
  (decodeSeen(refreshPrivate) ?? {}) as SeenConfigurations; // as encodeSeen wrote it

export const seenAccount = (refreshPrivate: PrivateState): SeenAccount | undefined =>
  decodeSeen(refreshPrivate) as SeenAccount | undefined; // as encodeSeen wrote it
