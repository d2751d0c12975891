import { type Context, Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import type { Operation } from "../../api/operation";
import { type OperationId, operations } from "../../api/operations";
import { groupBy } from "../../model/group-by";
import type { ListeningAddress } from "../addresses/own-host";
import { controlRoutes } from "../control";
import { dashboardRoutes } from "../dashboard";
import { docsRoutes } from "../docs";
import { handlers } from "../handlers";
import { authorizeAccount, authenticate } from "../middleware/auth";
import { injectFaults } from "../middleware/inject-faults";
import { persist } from "../middleware/persist";
import { type OnExchange, recordExchange } from "../middleware/record-exchange";
import { refuseForeign } from "../middleware/refuse-foreign";
import { throttle } from "../middleware/throttle";
import { acceptedFields, checkIdLimit } from "../requests/accepted-fields";
import type { Env } from "../requests/env";
import { readBody } from "../requests/read-body";
import { readQuery } from "../requests/read-query";
import type { OperationResult } from "../responses/operation-result";
import { respond } from "../responses/respond";
import { downloadRoutes } from "../sbom/downloads";
import type { EmulatorContext } from "../state/context";

/** The handlers without their request types: `readOperationRequest` validates the fields that each one takes. */
const handlersById: Readonly<Record<OperationId, (call: never) => OperationResult>> = handlers;

/**
 * The HTTP interface of the service. Every error is `{error: string}` without internal details:
 * specification, *Errors*.
 *
 * @param listening where the emulator listens
 * @param onExchange called with every request that names the emulator, and its response
 */
export function createApp(
  context: EmulatorContext,
  listening: () => ListeningAddress,
  onExchange?: OnExchange,
): Hono<Env> {
  const app = new Hono<Env>();
  app.use(refuseForeign(listening));
  app.use(recordExchange(context.requests, onExchange));
  app.use("/v1/*", throttle(context), injectFaults(context.faults));
  app.use(persist(context));
  app.use("/v1/*", authenticate(context.store));
  app.use("/v1/accounts/:account_id/*", authorizeAccount(context.store));
  const byPath = groupBy(Object.entries<Operation>(operations), ([, { path }]) => path);
  for (const [path, offered] of byPath) {
    const route = path.replaceAll(/\{(\w+)\}/g, ":$1");
    for (const [id, operation] of offered)
      app.on(operation.method, route, async (c) => {
        const call = await readOperationRequest(context, id as OperationId, operation, c);
        const answer = handlersById[id as OperationId](call as never);
        return respond(answer, {
          operation,
          profile: context.profile.current,
          account: c.var.account,
          query: c.req.query(),
        });
      });
    const methods = offered.map(([, { method }]) => method).join(", ");
    app.all(route, (c) => c.json({ error: `only ${methods} can be used here` }, 405, { Allow: methods }));
  }
  app.route("/control", controlRoutes(context));
  app.route("/dashboard", dashboardRoutes(context));
  app.route("/downloads", downloadRoutes(context));
  app.route("/api-docs", docsRoutes());
  app.notFound((c) => c.json({ error: "there is nothing at this path" }, 404));
  app.onError((thrown, c) =>
    thrown instanceof HTTPException
      ? c.json({ error: thrown.message }, thrown.status)
      : c.json({ error: "internal error" }, 500),
  );
  return app;
}

/** @throws HTTPException if the query or the body is invalid for the operation */
async function readOperationRequest(
  context: EmulatorContext,
  id: OperationId,
  { query, body: fields }: Operation,
  c: Context<Env>,
): Promise<Record<string, unknown>> {
  const body =
    fields === undefined ? undefined : await readBody(c, acceptedFields(id, fields, context.profile.current));
  checkIdLimit(body, context.profile.current);
  return {
    context,
    origin: new URL(c.req.url).origin,
    accounts: c.var.accounts,
    account: c.var.account,
    path: c.req.param(),
    query: query === undefined ? undefined : readQuery(c, query),
    body,
  };
}
