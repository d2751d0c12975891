import { refuseUncheckedTls } from "../../src/service/unchecked-tls";
import { thrownBy } from "./thrown-by";

const https = new URL("https://findings.example.com:8443/base");
const http = new URL("http://127.0.0.1:4010");
const off = { NODE_TLS_REJECT_UNAUTHORIZED: "0" };

test("refuses https without a check of certificates, and says what to do instead", () => {
  const { message, diagnostics } = thrownBy(() => {
    refuseUncheckedTls(https, off, false, "say --insecure if you mean it");
  });
  expect(diagnostics).toMatchObject([{ code: "tls-unchecked" }]);
  expect(message).toContain(
    "NODE_TLS_REJECT_UNAUTHORIZED=0 switches off the check of certificates, so anybody on the way to findings.example.com:8443 could read the API key. Unset it (NODE_EXTRA_CA_CERTS names a certificate authority of your own), or say --insecure if you mean it.",
  );
});

test.each<readonly [string, URL, NodeJS.ProcessEnv, boolean]>([
  ["nothing is set", https, {}, false],
  ["the check is on", https, { NODE_TLS_REJECT_UNAUTHORIZED: "1" }, false],
  ["it is set to nothing, which Node takes for on", https, { NODE_TLS_REJECT_UNAUTHORIZED: "" }, false],
  ["the target has no certificate", http, off, false],
  ["insecure was asked for", https, off, true],
])("accepts it where %s", (_when, url, env, insecure) => {
  expect(() => {
    refuseUncheckedTls(url, env, insecure, "");
  }).not.toThrow();
});
