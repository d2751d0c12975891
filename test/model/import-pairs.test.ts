import { importPairs } from "../../src/model/uuid";

const id = "0c5a36f1-7f0e-4d0a-9a36-9d2f6f0f8a11";

test.each([
  [`payments=${id}`, [["payments", id]]],
  [
    `a = b=${id} , c = strict = old `,
    [
      ["a = b", id],
      ["c", "strict = old"],
    ],
  ],
  ["payments", [["", "payments"]]],
  ["=strict", [["", "strict"]]],
])("reads %j", (text, pairs) => {
  expect(importPairs(text)).toEqual(pairs);
});
