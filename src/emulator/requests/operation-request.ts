import { HTTPException } from "hono/http-exception";
import type { Operation, PathParameters } from "../../api/operation";
import type { OperationId, operations } from "../../api/operations";
import type { Parameters, Query } from "../../api/parameter";
import type { RepositoryId } from "../../model/ids";
import type { AccountStore, LiveConfiguration, LiveRepository } from "../state/account-store";
import type { Bodies } from "./bodies";
import { type Problem, problemText } from "../json/problems";
import type { World } from "../state/context";

type Of<Id extends OperationId> = (typeof operations)[Id];
type QueryOf<O extends Operation> = O extends { query: infer P extends Parameters } ? Query<P> : undefined;

/** A request of one operation, once everything about it has been checked that needs no look into the account. */
export interface Call<Id extends OperationId> {
  readonly world: World;
  /** The base URL that the request was sent to, without /v1. */
  readonly origin: string;
  /** The accounts that the key reaches. */
  readonly accounts: readonly AccountStore[];
  /** The account of the path; where the path names none, the first that the key reaches. */
  readonly account: AccountStore;
  readonly path: PathParameters<Of<Id>>;
  readonly query: QueryOf<Of<Id>>;
  readonly body: Id extends keyof Bodies ? Bodies[Id] : undefined;
}

/** What is answered. A `list` stands under `data`, beside what `envelope` holds. */
export type Answer =
  | { readonly status: 200 | 201 | 202; readonly body: object }
  | { readonly status: 200; readonly list: readonly object[]; readonly envelope?: object }
  | { readonly status: 204 };

/** The operations of some kinds, each with what answers it. */
export type Handlers<Id extends OperationId = OperationId> = {
  readonly [K in Id]: (call: Call<K>) => Answer;
};

export const found = (body: object): Answer => ({ status: 200, body });
export const listed = (list: readonly object[], envelope: object = {}): Answer => ({ status: 200, list, envelope });

/** 404, as the specification gives it under *Errors*. */
export const notFound = (): HTTPException => new HTTPException(404, { message: "not found" });

/** 422 with the place in the request and what is wrong there. */
export const invalid = (problems: readonly Problem[], whole = "the body"): HTTPException =>
  new HTTPException(422, { message: problemText(problems, whole) });

/** @throws 404 when the account has no configuration of this id */
export function configurationOf(account: AccountStore, id: string): LiveConfiguration {
  const live = account.configuration(id);
  if (live === undefined) throw notFound();
  return live;
}

/** @throws 404 when the account has no repository of this id */
export function repositoryOf(account: AccountStore, id: string): LiveRepository {
  const live = account.repository(id);
  if (live === undefined) throw notFound();
  return live;
}

/** @throws 422 when the account lacks any of the repositories that stand under `field` */
export function knownRepositories(
  account: AccountStore,
  ids: readonly string[],
  field: string,
): readonly RepositoryId[] {
  const known = ids.map((id) => account.repository(id)?.id);
  const problems = ids.flatMap((id, at): readonly Problem[] =>
    known[at] === undefined ? [{ path: [field, at], message: `the account has no repository ${id}` }] : [],
  );
  if (problems.length > 0) throw invalid(problems);
  return known.filter((id) => id !== undefined);
}
