import type { Operation, PathParameters } from "../../api/operation";
import type { OperationId, operations } from "../../api/operations";
import type { Parameters, Query } from "../../api/parameter";
import type { Fields, Received } from "../../model/field";
import type { RepositoryId } from "../../model/ids";
import { orNotFound, unprocessable } from "../http/read-request";
import type { EmulatorContext } from "../state/context";
import type { AccountStore } from "../state/store";
import type { StoredConfiguration, StoredRepository } from "../state/write-semantics";
import { unknownIds } from "../support/problems";

/** A handler for each operation. */
export type OperationHandlers = { readonly [K in OperationId]: (request: OperationRequest<K>) => OperationResult };

type Of<Id extends OperationId> = (typeof operations)[Id];
type QueryOf<O extends Operation> = O extends { query: infer P extends Parameters } ? Query<P> : undefined;
type BodyOf<O extends Operation> = O extends { body: infer F extends Fields } ? Received<F> : undefined;

/** A request of one operation, validated as far as that needs no state. */
export interface OperationRequest<Id extends OperationId> {
  readonly context: EmulatorContext;
  /** The base URL that the request was sent to, without /v1. */
  readonly origin: string;
  /** The accounts that the key can access. */
  readonly accounts: readonly AccountStore[];
  /** The account of the path; for a path without one, the first that the key can access. */
  readonly account: AccountStore;
  readonly path: PathParameters<Of<Id>>;
  readonly query: QueryOf<Of<Id>>;
  /** The names in its settings are those on the wire. */
  readonly body: BodyOf<Of<Id>>;
}

/** The result of an operation. A `list` is sent as `data`, beside the fields of `envelope`. */
export type OperationResult =
  | { readonly status: 200 | 201 | 202; readonly body: object }
  | { readonly status: 200; readonly list: readonly object[]; readonly envelope?: object }
  | { readonly status: 204 };

export const okResult = (body: object): OperationResult => ({ status: 200, body });

export const listResult = (list: readonly object[], envelope: object = {}): OperationResult => ({
  status: 200,
  list,
  envelope,
});

/** @throws 404 if the account has no configuration with this id */
export const findConfiguration = (account: AccountStore, id: string): StoredConfiguration =>
  orNotFound(account.configuration(id));

/** @throws 404 if the account has no repository with this id */
export const findRepository = (account: AccountStore, id: string): StoredRepository =>
  orNotFound(account.repository(id));

/** @throws 422 if the account lacks any of the repositories in `field` */
export function findRepositories(
  account: AccountStore,
  ids: readonly string[],
  field: string,
): readonly RepositoryId[] {
  const problems = [...unknownIds("repository", ids, (id) => account.repository(id) !== undefined, [field])];
  if (problems.length > 0) throw unprocessable(problems);
  return ids.flatMap((id) => account.repository(id)?.id ?? []);
}
