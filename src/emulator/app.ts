import { type Context, Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import type { Operation } from "../api/operation";
import { groupBy } from "../model/group";
import { type OperationId, operations } from "../api/operations";
import { answerOf } from "./answer";
import type { Answer } from "./call";
import { control } from "./control";
import { dashboard } from "./dashboard";
import { docs } from "./docs";
import type { Env } from "./env";
import { accountReached, authenticated } from "./gate";
import { handlers } from "./handlers";
import { readBody } from "./read-body";
import { readQuery } from "./read-query";
import { type ReceivedRequest, recordedIn } from "./record";
import type { World } from "./world";

/** `callOf` reads what an operation's fields say, which is what its handler takes. */
const answering: Readonly<Record<OperationId, (call: never) => Answer>> = handlers;

/**
 * The HTTP interface of the service. Every error is `{error: string}` and says nothing of our insides:
 * specification, *Errors*.
 *
 * @param requests gets every request that was answered
 */
export function createApp(world: World, requests: ReceivedRequest[]): Hono<Env> {
  const app = new Hono<Env>();
  app.use(recordedIn(requests));
  app.use("/v1/*", authenticated(world.store));
  app.use("/v1/accounts/:account_id/*", accountReached(world.store));
  const byPath = groupBy(Object.entries<Operation>(operations), ([, { path }]) => path);
  for (const [path, offered] of byPath) {
    const route = path.replaceAll(/\{(\w+)\}/g, ":$1");
    for (const [id, operation] of offered)
      app.on(operation.method, route, async (c) =>
        answerOf(answering[id as OperationId]((await callOf(world, operation, c)) as never)),
      );
    const methods = offered.map(([, { method }]) => method).join(", ");
    app.all(route, (c) => c.json({ error: `only ${methods} can be used here` }, 405, { Allow: methods }));
  }
  app.route("/control", control(world));
  app.route("/dashboard", dashboard(world));
  app.route("/api-docs", docs());
  app.notFound((c) => c.json({ error: "there is nothing at this path" }, 404));
  app.onError((thrown, c) =>
    thrown instanceof HTTPException
      ? c.json({ error: thrown.message }, thrown.status)
      : c.json({ error: "internal error" }, 500),
  );
  return app;
}

/** @throws HTTPException when the query or the body is not valid by the operation */
async function callOf(world: World, { query, body }: Operation, c: Context<Env>): Promise<Record<string, unknown>> {
  return {
    world,
    accounts: c.var.accounts,
    account: c.var.account,
    path: c.req.param(),
    query: query === undefined ? undefined : readQuery(c, query),
    body: body === undefined ? undefined : await readBody(c, body),
  };
}
