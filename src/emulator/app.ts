import { Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import type { Env } from "./env";
import { accountReached, authenticated } from "./gate";
import { type ReceivedRequest, recordedIn } from "./record";
import { routes } from "./routes";
import type { Store } from "./store";

/**
 * The HTTP interface over a store. Every error is `{error: string}` and says nothing of our insides:
 * specification, *Errors*.
 *
 * @param requests gets every request that was answered
 */
export function createApp(store: Store, requests: ReceivedRequest[]): Hono<Env> {
  const app = new Hono<Env>();
  app.use(recordedIn(requests));
  app.use("/v1/*", authenticated(store));
  app.use("/v1/accounts/:account_id/*", accountReached);
  for (const path of new Set(routes.map((route) => route.path))) {
    const offered = routes.filter((route) => route.path === path);
    for (const { method, answer } of offered)
      app.on(method, path, async (c) => {
        const given = await answer(c);
        return "body" in given ? c.json(given.body, given.status) : c.body(null, given.status);
      });
    const methods = offered.map(({ method }) => method).join(", ");
    app.all(path, (c) => c.json({ error: `only ${methods} can be used here` }, 405, { Allow: methods }));
  }
  app.notFound((c) => c.json({ error: "there is nothing at this path" }, 404));
  app.onError((thrown, c) =>
    thrown instanceof HTTPException
      ? c.json({ error: thrown.message }, thrown.status)
      : c.json({ error: "internal error" }, 500),
  );
  return app;
}
