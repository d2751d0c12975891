/** The viewer's page. It contains no inline script or style, so that the policy need not allow any. */
export const page = `<!doctype html>
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

export const startScript = `SwaggerUIBundle({
  url: "v1/swagger.yaml",
  dom_id: "#viewer",
  presets: [SwaggerUIBundle.presets.apis],
  validatorUrl: null,
  deepLinking: true,
});
`;

/** Allows the page's own origin only. Images are data URLs within the style sheet. */
export const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");
