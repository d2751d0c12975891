import errors from "undici/lib/core/errors.js";
import { ApiKey } from "../../src/diagnostics/api-key";
import { transportFailure, type Limits } from "../../src/service/transport-failure";
import { canary } from "./server";

const limits: Limits = {
  baseUrl: new URL("https://findings.example.com:8443/base"),
  apiKey: new ApiKey(canary),
  timeout: 1500,
  connectTimeout: 1200,
  longest: 8000,
  maxResponseBytes: 77,
};
const origin = "https://findings.example.com:8443";
const withFacts = (facts: object) => Object.assign(new Error("raw words"), facts);
const closed = "the connection was closed before the whole answer had come";

test.each<readonly [string, unknown, string, string | undefined]>([
  ["a client that is closed", new errors.ClientClosedError(), "the client is closed", "not-tried"],
  ["a client that is destroyed", new errors.ClientDestroyedError(), "the client is closed", "not-tried"],
  ["no connection in time", new errors.ConnectTimeoutError(), `no connection to ${origin} within 1.2 s`, "not-sent"],
  ["no headers in time", new errors.HeadersTimeoutError(), "no answer within 1.5 s; --timeout allows more", "lost"],
  [
    "a body that stalls",
    new errors.BodyTimeoutError(),
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
    "the host name findings.example.com cannot be resolved",
    "not-sent",
  ],
  [
    "a resolver that does not answer",
    withFacts({ code: "EAI_AGAIN" }),
    "the host name findings.example.com cannot be resolved",
    "not-sent",
  ],
  ["another connection error", withFacts({ code: "ECONNRESET", syscall: "connect" }), "raw words", "not-sent"],
  ["a socket that ends", new errors.SocketError("other side closed"), closed, "lost"],
  ["a reset", withFacts({ code: "ECONNRESET", syscall: "read" }), closed, "lost"],
  ["a broken pipe", withFacts({ code: "EPIPE", syscall: "write" }), closed, "lost"],
  ["a body that is too short", withFacts({ code: "UND_ERR_RES_CONTENT_LENGTH_MISMATCH" }), closed, "lost"],
  ["an unknown error", withFacts({ code: "EOTHER", syscall: "read" }), "raw words", undefined],
  ["a thrown string", "raw words", "raw words", undefined],
])("explains %s, says what to check, and whether the request may have arrived", (_what, thrown, detail, fault) => {
  expect(transportFailure(thrown, false, limits)).toEqual({
    code: "service-unreachable",
    detail,
    ...(fault === undefined ? {} : { fault }),
  });
});

test("an answer that is too long is an error of the service, and states the limit", () => {
  expect(transportFailure(new errors.ResponseExceededMaxSizeError(), false, limits)).toEqual({
    code: "service-answer",
    detail: "the answer is longer than 77 bytes, which is more than is taken",
  });
});

test("reports the overall timeout when it has expired, unless the client is closed", () => {
  expect(transportFailure(withFacts({ code: "ECONNRESET" }), true, limits)).toEqual({
    code: "service-unreachable",
    detail: "no complete answer within 8 s; --timeout allows more",
    fault: "lost",
  });
  expect(transportFailure(new errors.ClientClosedError(), true, limits)).toMatchObject({ fault: "not-tried" });
});

test.each([{}, { syscall: "connect" }])("removes the key from the text of other libraries: %j", (facts) => {
  const thrown = Object.assign(new Error(`cannot send ${canary}`), facts);
  expect(transportFailure(thrown, false, limits).detail).toBe("cannot send ***");
});

test.each(["DEPTH_ZERO_SELF_SIGNED_CERT", "UNABLE_TO_VERIFY_LEAF_SIGNATURE", "ERR_TLS_CERT_ALTNAME_INVALID"])(
  "explains a certificate that is not accepted (%s), which another attempt would not change",
  (code) => {
    expect(transportFailure(withFacts({ code }), false, limits)).toEqual({
      code: "service-unreachable",
      detail: `the certificate of ${origin} is not accepted: raw words. NODE_EXTRA_CA_CERTS names a certificate authority of your own`,
      fault: "not-sent",
      lasting: true,
    });
  },
);
