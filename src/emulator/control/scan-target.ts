import type { Context } from "hono";
import type { z } from "zod";
import { schemaProblems } from "../json/problems";
import type { Env } from "../requests/env";
import { findRepository } from "../requests/find-or-fail";
import { unprocessable, notFound } from "../requests/http-errors";
import { readJson } from "../requests/read-body";
import type { AccountStore } from "../state/account-store";
import type { EmulatorContext } from "../state/context";
import type { StoredRepository } from "../state/stored-objects";

/** The account and repository that a control request acts on. */
export interface ScanTarget {
  readonly account: AccountStore;
  readonly repository: StoredRepository;
}

/** @throws 404 if the account or the repository does not exist */
export function findTarget({ store }: EmulatorContext, c: Context<Env>): ScanTarget {
  const account = store.find(c.req.param("account_id") ?? "");
  if (account === undefined) throw notFound();
  return { account, repository: findRepository(account, c.req.param("repository_id") ?? "") };
}

/**
 * Reads the JSON body of a request and validates it by a schema. A request without a body counts as `{}`.
 *
 * @throws 415, 413 and 400 as `readJson` does, 422 if it is invalid
 */
export async function readBodyAs<T>(c: Context<Env>, schema: z.ZodType<T>): Promise<T> {
  const body = hasBody(c) ? await readJson(c) : {};
  const { error, data } = schema.safeParse(body);
  if (error !== undefined) throw unprocessable(schemaProblems(error, body));
  return data;
}

/** Whether the headers announce a body. */
function hasBody(c: Context<Env>): boolean {
  const length = c.req.header("content-length") ?? "0";
  return ["content-type", "transfer-encoding"].some((name) => c.req.header(name) !== undefined) || length !== "0";
}
