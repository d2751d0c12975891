import { Hono } from "hono";
import type { Insights } from "../../model/scans";
import { sendDigest } from "../notifications/notify";
import type { Env } from "../requests/env";
import { notFound } from "../requests/http-errors";
import { methodNotAllowed } from "../responses/method-not-allowed";
import { formatInsightsDate } from "../scan-records/assumptions";
import type { AccountStore } from "../state/account-store";
import type { EmulatorContext } from "../state/context";

/** The control endpoints that send the daily digest and await running deliveries. */
export function webhookRoutes(context: EmulatorContext): Hono<Env> {
  const digest = "/accounts/:account_id/digest";
  const settle = "/webhooks/settle";
  const app = new Hono<Env>();
  app.post(digest, async (c) => {
    const account = context.store.find(c.req.param("account_id"));
    if (account === undefined) throw notFound();
    return c.json({ data: await sendDigest(context, account, latestInsights(account)) });
  });
  app.all(digest, methodNotAllowed("POST"));
  app.post(settle, async (c) => {
    await context.deliveryQueue.settle();
    return c.body(null, 204);
  });
  app.all(settle, methodNotAllowed("POST"));
  return app;
}

function latestInsights({ scanRecords }: AccountStore): Insights {
  const latest = scanRecords.insights(undefined);
  return latest === undefined ? { insights: [] } : { date: formatInsightsDate(latest.date), insights: latest.insights };
}
