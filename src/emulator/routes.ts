import type { Context } from "hono";
import type { z } from "zod";
import { assignBody, bulkBody, configurationBody } from "./bodies";
import * as configurations from "./configurations";
import type { Env } from "./env";
import { assignRepositories, bulkUpdate } from "./many";
import { type Answer, type Call, found } from "./operation";
import { readBody } from "./read-body";

/** One operation of the service. */
export interface Route {
  readonly method: string;
  readonly path: string;
  readonly answer: (c: Context<Env>) => Answer | Promise<Answer>;
}

const account = "/v1/accounts/:account_id";
const callOf = (c: Context<Env>): Call => ({ account: c.var.account, id: c.req.param("id") ?? "" });

const plain = (method: string, path: string, operate: (call: Call) => Answer): Route => ({
  method,
  path,
  answer: (c) => operate(callOf(c)),
});

const withBody = <S extends z.ZodType>(
  method: string,
  path: string,
  schema: S,
  operate: (call: Call, body: z.infer<S>) => Answer,
): Route => ({ method, path, answer: async (c) => operate(callOf(c), await readBody(c, schema)) });

/**
 * Everything that the emulator offers: specification, *Endpoints*. The first path that fits counts,
 * so the paths with words stand before those with an id.
 */
export const routes: readonly Route[] = [
  {
    method: "GET",
    path: "/v1/accounts",
    answer: (c) => found({ data: c.var.accounts.map((each) => each.account) }),
  },
  plain("GET", `${account}/repositories`, (call) => found({ data: call.account.repositories() })),
  plain("GET", `${account}/analyzers`, (call) => found({ data: call.account.analyzers })),
  plain("GET", `${account}/custom_policies`, (call) => found({ data: call.account.policies })),
  plain("GET", `${account}/configurations`, configurations.list),
  withBody("POST", `${account}/configurations`, configurationBody, configurations.create),
  withBody("POST", `${account}/configurations/bulk_update`, bulkBody, bulkUpdate),
  withBody("POST", `${account}/configurations/assign_repositories`, assignBody, assignRepositories),
  plain("GET", `${account}/configurations/:id`, configurations.get),
  withBody("PUT", `${account}/configurations/:id`, configurationBody, configurations.put),
  withBody("PATCH", `${account}/configurations/:id`, configurationBody, configurations.patch),
  plain("DELETE", `${account}/configurations/:id`, configurations.remove),
];
