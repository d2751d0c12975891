import { type Context, Hono } from "hono";
import type { Fields } from "../../model/field";
import { type DestinationBody, destinationFields } from "../../model/webhooks";
import { sendSample } from "../notifications/notify";
import type { Env } from "../requests/env";
import { unprocessable, notFound } from "../requests/http-errors";
import { readBody } from "../requests/read-body";
import { methodNotAllowed } from "../responses/method-not-allowed";
import type { EmulatorContext } from "../state/context";
import { type Destination, destinationProblems } from "../webhooks/destination";

/** The dashboard's Edit: every field is optional. */
const editFields: Fields = Object.fromEntries(
  Object.entries<Fields[string]>(destinationFields).map(([name, { required, ...field }]) => [name, field]),
);

/** Webhook destinations and their Test: specification, *Webhook destination*. */
export function destinationRoutes(context: EmulatorContext): Hono<Env> {
  const list = "/webhooks";
  const one = `${list}/:slug`;
  const app = new Hono<Env>();
  app.get(list, (c) => c.json({ data: c.var.account.webhooks.list() }));
  app.post(list, async (c) => {
    const given = (await readDestination(c, destinationFields)) as DestinationBody;
    return c.json({ data: c.var.account.webhooks.add(given) }, 201);
  });
  app.all(list, methodNotAllowed("GET, POST"));
  app.get(one, (c) => c.json({ data: findDestination(c) }));
  app.patch(one, async (c) => {
    const given = await readDestination(c, editFields);
    return c.json({ data: c.var.account.webhooks.change(findDestination(c), given) });
  });
  app.delete(one, (c) => {
    c.var.account.webhooks.remove(findDestination(c));
    return c.body(null, 204);
  });
  app.all(one, methodNotAllowed("GET, PATCH, DELETE"));
  app.post(`${one}/test`, async (c) => c.json({ data: await sendSample(context, c.var.account, findDestination(c)) }));
  app.all(`${one}/test`, methodNotAllowed("POST"));
  return app;
}

/** @throws 404 if the account has no destination with this slug */
function findDestination(c: Context<Env>): Destination {
  const found = c.var.account.webhooks.get(c.req.param("slug") ?? "");
  if (found === undefined) throw notFound();
  return found;
}

/** @throws as `readBody`, and 422 for an invalid name or URL */
async function readDestination(c: Context<Env>, fields: Fields): Promise<Partial<DestinationBody>> {
  const given = (await readBody(c, fields)) as Partial<DestinationBody>;
  const problems = [...destinationProblems(given)];
  if (problems.length > 0) throw unprocessable(problems);
  return given;
}
