import { isUuid } from "../../src/model/uuid";
import { uuid } from "./fields";

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
