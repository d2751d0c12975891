import { skeleton } from "../../src/diagnostics/skeleton";

test.each([
  ["payments-api", "Payments-API"],
  ["payments-api", " payments-api"],
  ["payments-api", "pаyments-аpi"],
  ["payments-api", "payments\u200b-api"],
  ["payments-api", "payments_api"],
  ["payments-api", "ｐayments-api"],
  ["payments-api", "payrnents-api"],
  ["billing", "bi11ing"],
  ["core", "c0re"],
  ["ΟΚ", "OK"],
])("%j and %j look alike", (one, other) => {
  expect(skeleton(one)).toBe(skeleton(other));
});

test.each([
  ["payments-api", "payments-app"],
  ["web-2", "web-3"],
  ["名前", "名"],
  ["é", "e"],
])("%j and %j do not", (one, other) => {
  expect(skeleton(one)).not.toBe(skeleton(other));
});
