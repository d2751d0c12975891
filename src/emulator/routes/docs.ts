import { Hono } from "hono";
import { type OpenApiOperation, openapiDocument } from "../../api/openapi";
import { markup } from "../../diagnostics/markup";
import type { Env } from "../http/read-request";

type Document = ReturnType<typeof openapiDocument>;

/**
 * The OpenAPI document and a page of its operations: specification, *Versioning*. Requires no API key. The document
 * names the server by the URL of the request.
 */
export function docsRoutes(): Hono<Env> {
  const app = new Hono<Env>();
  app.use(async (c, next) => {
    await next();
    c.header("Content-Security-Policy", contentSecurityPolicy);
    c.header("X-Content-Type-Options", "nosniff");
    c.header("Referrer-Policy", "no-referrer");
  });
  const documentFor = (url: string): Document => openapiDocument(new URL(url).origin);
  app.get("/v1/swagger.yaml", (c) => {
    // JSON is YAML
    const text = JSON.stringify(documentFor(c.req.url), null, 2);
    return c.body(text, 200, { "Content-Type": "application/yaml" });
  });
  app.get("/", (c) => c.redirect("/api-docs/index.html"));
  app.get("/index.html", (c) => c.html(String(page(documentFor(c.req.url)))));
  app.get("/style.css", (c) => c.body(style, 200, { "Content-Type": "text/css; charset=utf-8" }));
  return app;
}

/** Each operation by its tag, and the schemas of the bodies. Values are escaped by `markup`. */
const page = ({ info, servers, tags, paths, components }: Document) =>
  markup`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${info.title}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="style.css" />
      </head>
      <body>
        <main>
          <h1>${info.title} ${info.version}</h1>
          <p>
            ${info.description} Server: <code>${servers.map(({ url }) => url)}</code>. Each request needs the header
            <code>Authorization: Bearer KEY</code>. The same as an OpenAPI document:
            <a href="v1/swagger.yaml">swagger.yaml</a>.
          </p>
          ${tags.map(
            ({ name, description }) =>
              markup`<h2>${name}</h2>
                <p>${description}</p>
                ${operationsOf(paths, name).map(([method, path, operation]) => operationMarkup(method, path, operation))}`,
          )}
          <h2>Schemas</h2>
          ${Object.entries(components.schemas).map(
            ([name, schema]) =>
              markup`<details id="${name}">
                <summary>${name}</summary>
                ${jsonMarkup(schema)}
              </details>`,
          )}
        </main>
      </body>
    </html> `;

const operationsOf = (paths: Document["paths"], tag: string) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { tags }]) => tags.some((each) => each === tag))
      .map(([method, operation]) => [method.toUpperCase(), path, operation] as const),
  );

const operationMarkup = (method: string, path: string, operation: OpenApiOperation) => markup`
  <h3 id="${operation.operationId}"><code>${method} ${path}</code></h3>
  <p>${operation.summary} Answers: ${Object.keys(operation.responses).join(", ")}.</p>
  <dl>
    ${operation.parameters.map(
      (parameter) =>
        markup`<dt><code>${parameter.name}</code>, in the ${parameter.in}</dt>
          <dd>${parameter.description}</dd>`,
    )}${
      operation.requestBody === undefined
        ? ""
        : markup`<dt>Body</dt>
            <dd>${jsonMarkup(operation.requestBody.content["application/json"].schema)}</dd>`
    }
  </dl>
`;

/** Focusable, since it scrolls where it is wider than the screen. */
const jsonMarkup = (value: object) => markup`<pre tabindex="0">${JSON.stringify(value, null, 2)}</pre>`;

const style = `:root { color-scheme: light dark; font-family: system-ui, sans-serif; line-height: 1.5; }
main { max-width: 60rem; margin: auto; padding: 0 1rem; }
a { color: inherit; }
h3 { overflow-wrap: anywhere; }
pre { overflow-x: auto; }
dd { margin-left: 2rem; }
`;

/** Allows the page's own style sheet only: the page has no script. */
const contentSecurityPolicy =
  "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
