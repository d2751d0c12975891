import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Hono } from "hono";
import { openapiDocument } from "../../api/openapi";
import type { Env } from "../http/read-request";

/** The viewer's files, copied by `tools/setup.mjs`. The package root is three levels up, in src/ and in dist/. */
const viewerDirectory = join(__dirname, "../../../dist/emulator/docs/viewer");

const contentTypes: Readonly<Record<string, string>> = {
  "swagger-ui.css": "text/css; charset=utf-8",
  "swagger-ui-bundle.js": "text/javascript; charset=utf-8",
  "swagger-ui-bundle.js.LICENSE.txt": "text/plain; charset=utf-8",
  LICENSE: "text/plain; charset=utf-8",
  NOTICE: "text/plain; charset=utf-8",
};

/**
 * The OpenAPI document and its viewer: specification, *Versioning*. Requires no API key. The document names
 * the server by the URL of the request, so that the viewer can send requests to it.
 */
export function docsRoutes(): Hono<Env> {
  const app = new Hono<Env>();
  app.use(async (c, next) => {
    await next();
    c.header("Content-Security-Policy", contentSecurityPolicy);
    c.header("X-Content-Type-Options", "nosniff");
    c.header("Referrer-Policy", "no-referrer");
  });
  app.get("/v1/swagger.yaml", (c) => {
    const document = openapiDocument(new URL(c.req.url).origin);
    // JSON is YAML
    return c.body(JSON.stringify(document, null, 2), 200, { "Content-Type": "application/yaml" });
  });
  app.get("/", (c) => c.redirect("/api-docs/index.html"));
  app.get("/index.html", (c) => c.html(page));
  app.get("/viewer/start.js", (c) => c.body(startScript, 200, { "Content-Type": "text/javascript; charset=utf-8" }));
  app.get("/viewer/:file", async (c) => {
    const file = c.req.param("file");
    const type = Object.hasOwn(contentTypes, file) ? contentTypes[file] : undefined;
    if (type === undefined) return c.notFound();
    return c.body(await readFile(join(viewerDirectory, file)), 200, { "Content-Type": type });
  });
  return app;
}

/** The viewer's page. It contains no inline script or style, so that the policy need not allow any. */
const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Security Findings Service API</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="viewer/swagger-ui.css">
  </head>
  <body>
    <div id="viewer"></div>
    <script src="viewer/swagger-ui-bundle.js"></script>
    <script src="viewer/start.js"></script>
  </body>
</html>
`;

const startScript = `SwaggerUIBundle({
  url: "v1/swagger.yaml",
  dom_id: "#viewer",
  presets: [SwaggerUIBundle.presets.apis],
  validatorUrl: null,
  deepLinking: true,
});
`;

/** Allows the page's own origin only. Images are data URLs within the style sheet. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");
