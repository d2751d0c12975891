import { Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import type { Env } from "../requests/env";
import { notFound } from "../requests/http-errors";
import { expiredLinkStatus } from "../scan-records/assumptions";
import { isCompleted } from "../scan-records/chronological";
import type { EmulatorContext } from "../state/context";
import { readDownloadToken } from "./download-token";
import { createSbom } from "./sbom";

/** The target of `download_url`: specification, *SBOM metadata*. Requires no API key, since the link is signed. */
export function downloadRoutes({ store, clock }: EmulatorContext): Hono<Env> {
  const app = new Hono<Env>();
  app.get("/sboms/:token", (c) => {
    const link = readDownloadToken(c.req.param("token"));
    if (link === undefined) throw notFound();
    const account = store.find(link.accountId);
    const deepscan = account?.scanRecords.deepscan(link.deepscanId);
    if (account === undefined || deepscan === undefined || !isCompleted(deepscan)) throw notFound();
    if (clock.now().getTime() > link.expires)
      throw new HTTPException(expiredLinkStatus, { message: "the download link has expired: ask for another one" });
    const name = account.repository(deepscan.repository_id)?.name ?? deepscan.repository_id;
    return c.body(JSON.stringify(createSbom(deepscan, name)), 200, {
      "Content-Type": "application/vnd.cyclonedx+json; version=1.6",
      "Content-Disposition": `attachment; filename="${deepscan.id}.cdx.json"`,
    });
  });
  return app;
}
