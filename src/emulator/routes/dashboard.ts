import { type Context, Hono } from "hono";
import type { Fields } from "../../model/field";
import {
  type DestinationBody,
  destinationFields,
  type NotificationSettings,
  notificationSettingsFields,
} from "../../model/webhooks";
import { type Env, orNotFound, readBody, rejectOtherMethods, unprocessable } from "../http/read-request";
import { authenticateUser, authorizeAccount } from "../server/access";
import type { EmulatorContext } from "../state/context";
import { unknownIds } from "../support/problems";
import type { AccountWebhooks } from "../webhooks/account-webhooks";
import { type Destination, destinationProblems } from "../webhooks/destination";
import { sendSample } from "../webhooks/notify";

/**
 * The actions of the dashboard, for which the service has no API: specification, *Webhook destination* and
 * *Events*. Requires the same API keys as /v1.
 */
export function dashboardRoutes(context: EmulatorContext): Hono<Env> {
  const account = "/accounts/:account_id";
  const app = new Hono<Env>();
  app.use(authenticateUser(context.store));
  app.use(`${account}/*`, authorizeAccount(context.store));
  app.route(account, destinationRoutes(context));
  app.route(account, notificationRoutes());
  return rejectOtherMethods(app);
}

/** The dashboard's Edit: every field is optional. */
const editFields: Fields = Object.fromEntries(
  Object.entries<Fields[string]>(destinationFields).map(([name, { required, ...field }]) => [name, field]),
);

/** Webhook destinations and their Test: specification, *Webhook destination*. */
function destinationRoutes(context: EmulatorContext): Hono<Env> {
  const app = new Hono<Env>();
  app.get("/webhooks", (c) => c.json({ data: c.var.account.webhooks.list() }));
  app.post("/webhooks", async (c) => {
    const given = (await readDestination(c, destinationFields)) as DestinationBody;
    return c.json({ data: c.var.account.webhooks.add(given) }, 201);
  });
  app.get("/webhooks/:slug", (c) => c.json({ data: findDestination(c) }));
  app.patch("/webhooks/:slug", async (c) => {
    const given = await readDestination(c, editFields);
    return c.json({ data: c.var.account.webhooks.change(findDestination(c), given) });
  });
  app.delete("/webhooks/:slug", (c) => {
    c.var.account.webhooks.remove(findDestination(c));
    return c.body(null, 204);
  });
  app.post("/webhooks/:slug/test", async (c) =>
    c.json({ data: await sendSample(context, c.var.account, findDestination(c)) }),
  );
  return app;
}

/** @throws 404 if the account has no destination with this slug */
const findDestination = (c: Context<Env>): Destination =>
  orNotFound(c.var.account.webhooks.get(c.req.param("slug") ?? ""));

/** @throws as `readBody`, and 422 for an invalid name or URL */
async function readDestination(c: Context<Env>, fields: Fields): Promise<Partial<DestinationBody>> {
  const given = (await readBody(c, fields)) as Partial<DestinationBody>;
  const problems = destinationProblems(given);
  if (problems.length > 0) throw unprocessable(problems);
  return given;
}

/** The digest destinations and the delivery log: specification, *When a webhook fires*. */
function notificationRoutes(): Hono<Env> {
  const app = new Hono<Env>();
  app.get("/notification_settings", (c) => c.json({ data: settingsOf(c.var.account.webhooks) }));
  app.put("/notification_settings", async (c) => {
    const { webhooks } = c.var.account;
    const { digest_destinations: chosen } = (await readBody(c, notificationSettingsFields)) as NotificationSettings;
    const isKnown = (slug: string) => webhooks.get(slug) !== undefined;
    const problems = [...unknownIds("destination", chosen, isKnown, ["digest_destinations"])];
    if (problems.length > 0) throw unprocessable(problems);
    webhooks.setDigestDestinations(chosen);
    return c.json({ data: settingsOf(webhooks) });
  });
  app.get("/deliveries", (c) => c.json({ data: c.var.account.webhooks.deliveries.list() }));
  return app;
}

const settingsOf = (webhooks: AccountWebhooks): NotificationSettings => ({
  digest_destinations: webhooks.digestDestinations(),
});
