import { Hono } from "hono";
import { type NotificationSettings, notificationSettingsFields } from "../../model/webhooks";
import type { Problem } from "../json/problems";
import type { Env } from "../requests/env";
import { unprocessable } from "../requests/http-errors";
import { readBody } from "../requests/read-body";
import { methodNotAllowed } from "../responses/method-not-allowed";
import type { AccountWebhooks } from "../webhooks/account-webhooks";

/** The digest destinations and the delivery log: specification, *When a webhook fires*. */
export function notificationRoutes(): Hono<Env> {
  const settings = "/notification_settings";
  const app = new Hono<Env>();
  app.get(settings, (c) => c.json({ data: settingsOf(c.var.account.webhooks) }));
  app.put(settings, async (c) => {
    const { webhooks } = c.var.account;
    const { digest_destinations: chosen } = (await readBody(c, notificationSettingsFields)) as NotificationSettings;
    const problems = chosen.flatMap((slug, at): readonly Problem[] =>
      webhooks.get(slug) === undefined
        ? [{ path: ["digest_destinations", at], message: `the account has no destination ${slug}` }]
        : [],
    );
    if (problems.length > 0) throw unprocessable(problems);
    webhooks.setDigestDestinations(chosen);
    return c.json({ data: settingsOf(webhooks) });
  });
  app.all(settings, methodNotAllowed("GET, PUT"));
  app.get("/deliveries", (c) => c.json({ data: c.var.account.webhooks.deliveries.list() }));
  app.all("/deliveries", methodNotAllowed("GET"));
  return app;
}

const settingsOf = (webhooks: AccountWebhooks): NotificationSettings => ({
  digest_destinations: webhooks.digestDestinations(),
});
