import { HTTPException } from "hono/http-exception";
import type { RepositoryId } from "../model/ids";
import type { AccountStore, LiveConfiguration } from "./account-store";
import { type Problem, problemText } from "./problems";

/** What an operation works on. `id` is that of the path, and empty where the path has none. */
export interface Call {
  readonly account: AccountStore;
  readonly id: string;
}

export type Answer = { readonly status: 200 | 201; readonly body: object } | { readonly status: 204 };

export const found = (body: object): Answer => ({ status: 200, body });

/** 404, as the specification gives it under *Errors*. */
export const notFound = (): HTTPException => new HTTPException(404, { message: "not found" });

/** 422 with the path in the body and what is wrong there. */
export const invalid = (problems: readonly Problem[]): HTTPException =>
  new HTTPException(422, { message: problemText(problems, "the body") });

/** @throws 404 when the account has no configuration of the path's id */
export function addressed({ account, id }: Call): LiveConfiguration {
  const live = account.configuration(id);
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
