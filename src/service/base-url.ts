import { fail } from "../diagnostics/error";

/** Host names of this machine, as `URL` has them. */
export const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

const usualSource = "SCANFORM_BASE_URL, or base_url of the provider block";

/**
 * Checks the address to which requests, and so the key, would be sent.
 *
 * @param text such as `https://findings.example.com`, without `/v1`
 * @param insecure allows http to other hosts than this machine
 * @param otherwise the alternative to https to name in the error about http
 * @param source where it can be set, for errors
 * @returns the URL without a trailing slash
 */
export function baseUrl(text: string, insecure = false, otherwise?: string, source = usualSource): URL {
  const shown = JSON.stringify(text.replace(/^([a-z]+:)?([/\\]*).*@/is, "$1$2***@"));
  if (!URL.canParse(text))
    fail("base-url-invalid", `${shown} is not a URL. Set ${source} to something like https://findings.example.com`);
  const url = new URL(text);
  if (url.username !== "" || url.password !== "")
    fail("base-url-invalid", `${shown} carries a user name or password. Leave them out of ${source}.`);
  if (url.search !== "" || url.hash !== "")
    fail("base-url-invalid", `${shown} has a query or a fragment. Leave it out of ${source}.`);
  if (url.protocol !== "https:" && url.protocol !== "http:")
    fail("base-url-invalid", `${shown} is not an https URL. Set ${source} to one.`);
  if (url.protocol === "http:" && !loopback.test(url.hostname) && !insecure)
    fail(
      "base-url-invalid",
      `${shown} would send the API key unencrypted to ${url.hostname}. Set ${source}, to an https URL${otherwise === undefined ? "; http is for this machine alone" : `, or ${otherwise}`}.`,
    );
  url.pathname = url.pathname.replace(/\/+$/, "");
  if (url.pathname.endsWith("/v1"))
    fail("base-url-invalid", `${shown} ends in /v1, which scanform adds by itself. Leave it out of ${source}.`);
  return url;
}
