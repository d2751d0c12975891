import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { fail } from "../diagnostics/error";
import { isObject } from "../model/json";
import { GivenFileError, readGivenFile } from "../diagnostics/given-file";

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
  if (isQuoted(text)) fail("base-url-invalid", `The URL is in quotation marks. Leave them out of ${source}.`);
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

/**
 * Refuses to send a key where Node is set not to check certificates. Call it before any connection.
 *
 * @param url the base URL; only https is concerned
 * @param env with `NODE_TLS_REJECT_UNAUTHORIZED`, where "0" switches the check off
 * @param insecure allows it
 * @param otherwise how to allow it, for the error
 * @throws ScanformError `tls-unchecked`
 */
export function refuseUncheckedTls(url: URL, env: NodeJS.ProcessEnv, insecure: boolean, otherwise: string): void {
  if (url.protocol !== "https:" || env["NODE_TLS_REJECT_UNAUTHORIZED"] !== "0" || insecure) return;
  fail(
    "tls-unchecked",
    `NODE_TLS_REJECT_UNAUTHORIZED=0 switches off the check of certificates, so anybody on the way to ${url.host} could read the API key. Unset it (NODE_EXTRA_CA_CERTS names a certificate authority of your own), or ${otherwise}.`,
  );
}

/** In quotation marks that a program kept when it read a file of variables. */
const isQuoted = (text: string): boolean => /^(["']).*\1$/.test(text);

/**
 * The key as it is, if a header may carry it: specification, *Authentication*.
 *
 * @param where the place of the key, for the error, which does not repeat the key
 */
export function checkedKey(key: string, where: string): string {
  if (isQuoted(key)) fail("no-api-key", `${where} is in quotation marks. Leave them out.`);
  if (/^[\x21-\x7e]+$/.test(key)) return key;
  if (/^Bearer\s/i.test(key)) fail("no-api-key", `${where} begins with "Bearer ". Leave that out: scanform adds it.`);
  return fail(
    "no-api-key",
    `${where} is empty, or holds characters that no key has, such as a line break in the middle. Set it again.`,
  );
}

/**
 * The key in a file.
 *
 * @param file a path, or the number of a descriptor that is open already
 * @param variable the variable that names the file, for errors
 */
export function keyInFile(file: string, variable: string, cwd = process.cwd()): string {
  let text: string;
  try {
    const bytes = /^\d{1,4}$/.test(file) ? readFileSync(Number(file)) : readGivenFile(resolve(cwd, file));
    text = bytes.toString("utf8").trim();
  } catch (thrown) {
    // without its name, in case that it is the key itself
    const code = isObject(thrown) && typeof thrown["code"] === "string" ? `: ${thrown["code"]}` : "";
    const why = thrown instanceof GivenFileError ? `: ${thrown.message}` : code;
    return fail("no-api-key", `The file that ${variable} names cannot be read${why}.`, {}, thrown);
  }
  if (text === "") fail("no-api-key", `The file that ${variable} names is empty. It must hold the key.`);
  return checkedKey(text, `The file that ${variable} names`);
}

/** How to give a key. @param also another variable that may hold it, after a comma */
export const keyAdvice = (key: string, file: string, also = ""): string =>
  `Set ${key}${also}, or ${file} to a file that holds it. Keys are made in the service's dashboard, under access keys.`;

/** Both variables hold or name a key. */
export const refuseBothKeys = (key: string, file: string): never =>
  fail("api-key-ambiguous", `${key} and ${file} are both set. Unset one of them.`);

/** A provider block names another service than the operator. @param where the operator has named it */
export const otherOriginText = (theirs: string, ours: string, where: string): string =>
  `The provider block names ${theirs}, and the key belongs to ${ours}, which ${where} names. Nothing was sent. Make them agree, or leave base_url out of the block.`;
