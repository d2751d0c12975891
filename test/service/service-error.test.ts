import type { Fault } from "../../src/reconcile/ports";
import { interrupted, notTried, ServiceError } from "../../src/service/service-error";

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
