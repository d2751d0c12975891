import { ApiKey } from "../../src/diagnostics/api-key";
import type { Fault } from "../../src/reconcile/ports";
import { ExchangeEnded } from "../../src/service/exchange";
import { Proxy } from "../../src/service/proxy";
import { interrupted, notTried, ServiceError } from "../../src/service/service-error";
import { type Limits, transportFailure } from "../../src/service/transport-failure";
import { canary } from "./server";

const line = { method: "PATCH", path: "/v1/x" };
const made = (facts: { status?: number; fault?: Fault; requestId?: string; retryAfter?: number } = {}) =>
  new ServiceError({ ...line, code: "service-error", detail: "no", ...facts });

const none = { unclear: false, left: false };
const unclear = { unclear: true, left: true };

test.each<readonly [string, ServiceError, boolean]>([
  ["status 399", made({ status: 399 }), false],
  ["status 400", made({ status: 400 }), true],
  ["status 499", made({ status: 499 }), true],
  ["status 500", made({ status: 500 }), false],
  ["a request that was not sent", made({ fault: "not-sent" }), true],
  ["a request that was not tried", made({ fault: "not-tried" }), true],
  ["an answer that was lost", made({ fault: "lost" }), false],
  ["an interrupted request", made({ fault: "interrupted" }), false],
  ["an unknown fault", made(), false],
])("after %s, `refused` says whether the request certainly had no effect", (_what, error, refused) => {
  expect(error.refused).toBe(refused);
  expect(error.after("2 attempts", "", none).refused).toBe(refused);
  expect(error.after("2 attempts", "", unclear).refused).toBe(false);
  expect(error.after("2 attempts", "", unclear).after("3 attempts", "", none).refused).toBe(false);
});

test("the message names the request, the problem and the request_id", () => {
  expect(made({ requestId: "r-1" }).message).toContain("PATCH /v1/x: no (request_id r-1)");
  expect(made().message).not.toContain("request_id");
  expect(made().name).toBe("ServiceError");
});

test("added text comes before the request_id, and the facts are kept", () => {
  const cause = made({ requestId: "r-1", status: 503, retryAfter: 5000 });
  const more = cause.after("5 attempts", "; no more", none);
  expect(more.message).toContain("PATCH /v1/x: no, after 5 attempts; no more (request_id r-1)");
  expect(more).toMatchObject({ ...line, status: 503, retryAfter: 5000, requestId: "r-1", cause });
});

test.each([
  [{}, "no, after 5 attempts"],
  [{ remedy: ". Is it up?" }, "no (5 attempts). Is it up?"],
  [{ remedy: "; wait longer", overall: "not in time" }, "not in time: 5 attempts; wait longer"],
])("with %j the number of attempts comes before the remedy", (more, words) => {
  const cause = new ServiceError({ ...line, code: "service-unreachable", detail: "no", ...more });
  expect(cause.diagnostics[0]?.detail).toBe(`PATCH /v1/x: no${"remedy" in more ? more.remedy : ""}`);
  expect(cause.after("5 attempts", "", none).diagnostics[0]?.detail).toBe(`PATCH /v1/x: ${words}`);
});

test("an interrupted request records whether it was sent", () => {
  const reason = new Error("stop");
  for (const [make, fault] of [
    [notTried, "not-tried"],
    [interrupted, "interrupted"],
  ] as const)
    expect(make(line, reason)).toMatchObject({
      ...line,
      fault,
      cause: reason,
      diagnostics: [{ code: "interrupted", summary: "Interrupted", detail: "PATCH /v1/x: interrupted" }],
    });
});

const limits: Limits = {
  baseUrl: new URL("https://findings.example.com:8443/base"),
  apiKey: new ApiKey(canary),
  timeout: 1500,
  timeoutSetting: "--timeout",
  connectTimeout: 1200,
  longest: 8000,
  maxResponseBytes: 77,
};
/** The failure, with what to do in its detail, as for one attempt. */
function explained(thrown: unknown, isUnconnected = false, more: Partial<Limits> = {}) {
  const failure = transportFailure(thrown, isUnconnected, { ...limits, ...more });
  const { detail, remedy = "", overall: _overall, ...facts } = failure;
  return { ...facts, detail: `${detail}${remedy}` };
}

const origin = "https://findings.example.com:8443";
const withFacts = (facts: object) => Object.assign(new Error("raw words"), facts);
const noWay = ". Does this network need a proxy (HTTPS_PROXY) or a VPN to get there?";
const closed = "the connection was closed before the whole answer had come";

test.each<readonly [string, unknown, string, string | undefined]>([
  ["a client that is closed", new ExchangeEnded("closed"), "the client is closed", "not-tried"],
  [
    "no connection in time",
    new ExchangeEnded("no connection"),
    `no connection to ${origin} within 1.2 s${noWay}`,
    "not-sent",
  ],
  ["no headers in time", new ExchangeEnded("no answer"), "no answer within 1.5 s; --timeout allows more", "lost"],
  [
    "a body that stalls",
    new ExchangeEnded("stalled"),
    "the answer began and then stopped for 1.5 s; --timeout allows more",
    "lost",
  ],
  [
    "nothing that listens",
    withFacts({ code: "ECONNREFUSED", syscall: "connect" }),
    `nothing listens at ${origin}. Is the base URL right, and the service up?`,
    "not-sent",
  ],
  [
    "a host without an address",
    withFacts({ code: "ENOTFOUND" }),
    "the host name findings.example.com cannot be resolved. Is the base URL right, and is this machine online?",
    "not-sent",
  ],
  [
    "a resolver that does not answer",
    withFacts({ code: "EAI_AGAIN" }),
    "the host name findings.example.com cannot be resolved. The name server does not answer: is this machine online?",
    "not-sent",
  ],
  ["another connection error", withFacts({ code: "ECONNRESET", syscall: "connect" }), "raw words", "not-sent"],
  [
    "an answer that takes too long as a whole",
    new ExchangeEnded("too late"),
    "no complete answer within 8 s; --timeout allows more",
    "lost",
  ],
  ["a reset", withFacts({ code: "ECONNRESET", syscall: "read" }), closed, "lost"],
  ["a broken pipe", withFacts({ code: "EPIPE", syscall: "write" }), closed, "lost"],
  ["an unknown error", withFacts({ code: "EOTHER", syscall: "read" }), "raw words", undefined],
  ["a thrown string", "raw words", "raw words", undefined],
])("explains %s, says what to check, and whether the request may have arrived", (_what, thrown, detail, fault) => {
  expect(explained(thrown)).toEqual({
    code: "service-unreachable",
    detail,
    ...(fault === undefined ? {} : { fault }),
  });
});

test("an answer that is too long is an error of the service, and states the limit", () => {
  expect(explained(new ExchangeEnded("too long"))).toEqual({
    code: "service-answer",
    detail: "the answer is longer than 77 bytes, which is more than scanform reads",
  });
});

test.each([{}, { syscall: "connect" }])("removes the key from the text of other libraries: %j", (facts) => {
  const thrown = Object.assign(new Error(`cannot send ${canary}`), facts);
  expect(explained(thrown).detail).toBe("cannot send ***");
});

const authority = "NODE_EXTRA_CA_CERTS names a certificate authority of your own";
const otherTime = "Is the clock of this machine right? If it is, the service needs another certificate";

test.each([
  ["DEPTH_ZERO_SELF_SIGNED_CERT", authority],
  ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", authority],
  ["ERR_TLS_CERT_ALTNAME_INVALID", "Is the host name of the base URL right?"],
  ["CERT_HAS_EXPIRED", otherTime],
  ["CERT_NOT_YET_VALID", otherTime],
])(
  "explains a certificate that is not accepted (%s), which another attempt would not change, and advises what can help",
  (code, advice) => {
    expect(explained(withFacts({ code }))).toEqual({
      code: "service-unreachable",
      detail: `the certificate of ${origin} is not accepted: raw words. ${advice}`,
      fault: "not-sent",
      lasting: true,
    });
  },
);

test.each<readonly [string, boolean, string]>([
  ["a connection", false, `no connection to ${origin} within 8 s${noWay}`],
  ["a proxy", true, "no connection through the proxy 127.0.0.1:8080 (HTTPS_PROXY) within 8 s"],
])("%s that hangs is no connection, although the time for the exchange has expired", (_what, isProxied, detail) => {
  const proxy = isProxied ? new Proxy({ url: "http://127.0.0.1:8080", name: "HTTPS_PROXY" }) : undefined;
  expect(explained(new ExchangeEnded("too late"), true, { proxy })).toEqual({
    code: "service-unreachable",
    detail,
    fault: "not-sent",
  });
});

test("reports that a service speaks no TLS, which another attempt would not change", () => {
  const thrown = withFacts({
    code: "EPROTO",
    message: "00AB:error:0A00010B:SSL routines:wrong version number:x.c:354:",
  });
  const detail = `${origin} does not speak TLS. Is its port right, and is it https?`;
  expect(explained(thrown, true)).toEqual({
    code: "service-unreachable",
    detail,
    fault: "not-sent",
    lasting: true,
  });
  expect(explained(thrown)).toEqual({ code: "service-unreachable", detail, fault: "lost" });
});

test.each([
  ["of TLS with other words", { code: "EPROTO", message: "decryption failed" }],
  ["of another kind with the words of TLS", { code: "EOTHER", message: "wrong version number" }],
])("reports an error %s as it is", (_what, facts) => {
  expect(explained(withFacts(facts))).toEqual({ code: "service-unreachable", detail: facts.message });
});
