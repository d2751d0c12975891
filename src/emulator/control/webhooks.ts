import { Hono } from "hono";
import type { Insights } from "../../model/scans";
import type { AccountStore } from "../account-store";
import { notFound } from "../call";
import type { Env } from "../env";
import { only } from "../dashboard/only";
import { insightsDate } from "../scanning/choices";
import { tellDigest } from "../webhooks/tell";
import type { World } from "../world";

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
