import { type Context, Hono, type MiddlewareHandler } from "hono";
import { HTTPException } from "hono/http-exception";
import type { Operation } from "../../api/operation";
import { type OperationId, operations } from "../../api/operations";
import { groupBy } from "../../model/group-by";
import { configurationHandlers } from "../handlers/configurations";
import { deepscanHandlers } from "../handlers/deepscans";
import { findingHandlers } from "../handlers/findings";
import { listResult, okResult, type OperationHandlers, type OperationResult } from "../handlers/operation";
import { acceptedFields, checkIdLimit, type Env, methodNotAllowed, readBody, readQuery } from "../http/read-request";
import { respond } from "../http/respond";
import { controlRoutes } from "../routes/control";
import { dashboardRoutes } from "../routes/dashboard";
import { docsRoutes } from "../routes/docs";
import { insightsResponse } from "../scans/responses";
import { downloadRoutes } from "../scans/sbom";
import type { EmulatorContext } from "../state/context";
import type { ListeningAddress } from "../support/addresses";
import { authenticate, authorizeAccount, refuseForeign } from "./access";
import { injectFaults } from "./inject-faults";
import { type OnExchange, recordExchange } from "./record-exchange";
import { throttle } from "./throttle";

const handlers: OperationHandlers = {
  listAccounts: ({ accounts }) => listResult(accounts.map((each) => each.account)),
  listRepositories: ({ account }) => listResult(account.readView().repositories()),
  listAnalyzers: ({ account }) => listResult(account.analyzers),
  listCustomPolicies: ({ account }) => listResult(account.policies),
  getInsights: ({ account, query: { date } }) => okResult({ data: insightsResponse(account, date) }),
  ...configurationHandlers,
  ...findingHandlers,
  ...deepscanHandlers,
};

/** The same without their request types: `readOperationRequest` validates the fields that each one takes. */
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
  const routes = [...groupBy(Object.entries<Operation>(operations), routeOf)];
  for (const [route, offered] of routes) app.use(route, nameOperation(offered));
  app.use("/v1/*", throttle(context), injectFaults(context.faults));
  app.use("/v1/*", authenticate(context.store));
  app.use("/v1/accounts/:account_id/*", authorizeAccount(context.store));
  for (const [route, offered] of routes) {
    for (const [id, operation] of offered)
      app.on(operation.method, route, async (c) => {
        const call = await readOperationRequest(context, id as OperationId, operation, c);
        const answer = handlersById[id as OperationId](call as never);
        return respond(answer, operation, context.profile.current, c);
      });
    app.all(route, methodNotAllowed(offered.map(([, { method }]) => method)));
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

type Offered = readonly [id: string, operation: Operation];

const routeOf = ([, { path }]: Offered): string => path.replaceAll(/\{(\w+)\}/g, ":$1");

/** Sets the operation of a request: the first path that matches decides, as it does for the handlers. */
const nameOperation =
  (offered: readonly Offered[]): MiddlewareHandler<Env> =>
  (c, next) => {
    const asked = c.req.method === "HEAD" ? "GET" : c.req.method;
    const found = offered.find(([, { method }]) => method === asked);
    if (!("operationId" in c.var)) c.set("operationId", found?.[0] as OperationId | undefined);
    return next();
  };

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
