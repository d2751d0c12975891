import { alikeName } from "../../src/model/alike-name";

test("names that differ in case, in blanks around them or in how an accent is written are alike", () => {
  for (const name of ["caf\u00e9", "cafe\u0301", " CAFE\u0301 "]) expect(alikeName(name)).toBe("caf\u00e9");
  expect(alikeName("cafe")).not.toBe(alikeName("caf\u00e9"));
});
