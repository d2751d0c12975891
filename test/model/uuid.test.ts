import { importPairs, isUuid } from "../../src/model/uuid";
import { uuid } from "./fields";

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

test.each([
  [uuid, true],
  [uuid.toUpperCase(), true],
  ["00000000-0000-0000-0000-000000000000", true],
  [`${uuid}0`, false],
  [` ${uuid}`, false],
  [`${uuid}\n`, false],
  [uuid.replaceAll("-", ""), false],
  ["", false],
])("isUuid(%j) is %s", (text, expected) => {
  expect(isUuid(text)).toBe(expected);
});
