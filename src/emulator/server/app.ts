import { type Context, Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import type { Operation } from "../../api/operation";
import { type OperationId, operations } from "../../api/operations";
import { groupBy } from "../../model/group";
import { control } from "../control";
import { dashboard } from "../dashboard";
import { docs } from "../docs";
import { handlers } from "../handlers";
import { accountReached, authenticated } from "../middleware/auth";
import { faulty } from "../middleware/inject-faults";
import { kept } from "../middleware/persist";
import { type OnExchange, recordedIn } from "../middleware/record-exchange";
import { fromOwnPages } from "../middleware/same-origin";
import { paced } from "../middleware/throttle";
import { acceptedFields, checkIds } from "../requests/accepted-fields";
import type { Env } from "../requests/env";
import { readBody } from "../requests/read-body";
import { readQuery } from "../requests/read-query";
import type { Answer } from "../responses/operation-result";
import { answerOf } from "../responses/respond";
import { downloads } from "../sbom/downloads";
import type { World } from "../state/context";

/** `callOf` reads what an operation's fields say, which is what its handler takes. */
const answering: Readonly<Record<OperationId, (call: never) => Answer>> = handlers;

/**
 * The HTTP interface of the service. Every error is `{error: string}` and says nothing of our insides:
 * specification, *Errors*.
 *
 * @param onExchange is told of every request with its answer
 */
export function createApp(world: World, onExchange?: OnExchange): Hono<Env> {
  const app = new Hono<Env>();
  app.use(recordedIn(world.requests, onExchange));
  app.use("/v1/*", paced(world), faulty(world.faults));
  for (const path of ["/control/*", "/dashboard/*"]) app.use(path, fromOwnPages);
  app.use(kept(world));
  app.use("/v1/*", authenticated(world.store));
  app.use("/v1/accounts/:account_id/*", accountReached(world.store));
  const byPath = groupBy(Object.entries<Operation>(operations), ([, { path }]) => path);
  for (const [path, offered] of byPath) {
    const route = path.replaceAll(/\{(\w+)\}/g, ":$1");
    for (const [id, operation] of offered)
      app.on(operation.method, route, async (c) => {
        const call = await callOf(world, id as OperationId, operation, c);
        const answer = answering[id as OperationId](call as never);
        return answerOf(answer, {
          operation,
          profile: world.profile.current,
          account: c.var.account,
          query: c.req.query(),
        });
      });
    const methods = offered.map(([, { method }]) => method).join(", ");
    app.all(route, (c) => c.json({ error: `only ${methods} can be used here` }, 405, { Allow: methods }));
  }
  app.route("/control", control(world));
  app.route("/dashboard", dashboard(world));
  app.route("/downloads", downloads(world));
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
async function callOf(
  world: World,
  id: OperationId,
  { query, body: fields }: Operation,
  c: Context<Env>,
): Promise<Record<string, unknown>> {
  const body = fields === undefined ? undefined : await readBody(c, acceptedFields(id, fields, world.profile.current));
  checkIds(body, world.profile.current);
  return {
    world,
    origin: new URL(c.req.url).origin,
    accounts: c.var.accounts,
    account: c.var.account,
    path: c.req.param(),
    query: query === undefined ? undefined : readQuery(c, query),
    body,
  };
}
