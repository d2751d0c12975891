import type { Fault } from "../../src/reconcile/ports";
import { interrupted, notTried, ServiceError } from "../../src/service/service-error";

const line = { method: "PATCH", path: "/v1/x" };
const made = (facts: { status?: number; fault?: Fault; requestId?: string; retryAfter?: number } = {}) =>
  new ServiceError({ ...line, code: "service-error", detail: "no", ...facts });

test.each<readonly [string, ServiceError, boolean]>([
  ["status 399", made({ status: 399 }), false],
  ["status 400", made({ status: 400 }), true],
  ["status 499", made({ status: 499 }), true],
  ["status 500", made({ status: 500 }), false],
  ["a request that was not sent", made({ fault: "not-sent" }), true],
  ["a request that was not tried", made({ fault: "not-tried" }), true],
  ["an answer that was lost", made({ fault: "lost" }), false],
  ["one that nobody waits for", made({ fault: "interrupted" }), false],
  ["what is none of these", made(), false],
])("after %s it is certain that nothing took effect, or not", (_what, error, refused) => {
  expect(error.refused).toBe(refused);
  expect(error.with(", again", false).refused).toBe(refused);
  expect(error.with(", again", true).refused).toBe(false);
  expect(error.with(", again", true).with(", and again", false).refused).toBe(false);
});

test("an error says what was asked, what is wrong and by which id to look it up", () => {
  expect(made({ requestId: "r-1" }).message).toContain("PATCH /v1/x: no (request_id r-1)");
  expect(made().message).not.toContain("request_id");
  expect(made().name).toBe("ServiceError");
});

test("an error has the facts that are known, and no others", () => {
  const facts = { status: 429, requestId: "r-1", fault: "lost", retryAfter: 5000 } as const;
  expect(made(facts)).toMatchObject({ ...line, ...facts });
  const none = { status: undefined, requestId: undefined, fault: undefined, retryAfter: undefined };
  expect(made()).toMatchObject({ ...line, ...none });
});

test("more words come before the id, and the facts stay", () => {
  const cause = made({ requestId: "r-1", status: 503, retryAfter: 5000 });
  const more = cause.with(", after 5 attempts", false);
  expect(more.message).toContain("PATCH /v1/x: no, after 5 attempts (request_id r-1)");
  expect(more).toMatchObject({ ...line, status: 503, retryAfter: 5000, requestId: "r-1", cause });
});

test("what was interrupted tells whether it had been sent", () => {
  const reason = new Error("stop");
  for (const [make, fault] of [
    [notTried, "not-tried"],
    [interrupted, "interrupted"],
  ] as const)
    expect(make(line, reason)).toMatchObject({
      ...line,
      fault,
      cause: reason,
      diagnostics: [{ code: "service-unreachable", detail: "PATCH /v1/x: interrupted" }],
    });
});
