import { Hono } from "hono";
import type { Insights } from "../../model/scans";
import { tellDigest } from "../notifications/notify";
import type { Env } from "../requests/env";
import { notFound } from "../requests/http-errors";
import { only } from "../responses/method-not-allowed";
import { insightsDate } from "../scan-records/assumptions";
import type { AccountStore } from "../state/account-store";
import type { World } from "../state/context";

/** The daily digest on demand, and a way to await what is being delivered. */
export function webhookControl(world: World): Hono<Env> {
  const digest = "/accounts/:account_id/digest";
  const settle = "/webhooks/settle";
  const app = new Hono<Env>();
  app.post(digest, async (c) => {
    const account = world.store.find(c.req.param("account_id"));
    if (account === undefined) throw notFound();
    return c.json({ data: await tellDigest(world, account, latestInsights(account)) });
  });
  app.all(digest, only("POST"));
  app.post(settle, async (c) => {
    await world.courier.settle();
    return c.body(null, 204);
  });
  app.all(settle, only("POST"));
  return app;
}

function latestInsights({ scanning }: AccountStore): Insights {
  const latest = scanning.insights(undefined);
  return latest === undefined ? { insights: [] } : { date: insightsDate(latest.date), insights: latest.insights };
}
