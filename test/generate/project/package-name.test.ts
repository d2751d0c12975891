import fc from "fast-check";
import { packageName } from "../../../src/generate/project/package-json";

test.each([
  ["settings", "settings"],
  ["Scan Settings!", "scan-settings"],
  ["Überprüfung", "uberprufung"],
  [".hidden", "hidden"],
  ["_private", "private"],
  ["@acme", "acme"],
  ["日本", "scan-settings"],
  ["", "scan-settings"],
  ["..", "scan-settings"],
  ["node_modules", "node_modules-settings"],
  ["scanform", "scanform-settings"],
  ['"; rm -rf *', "rm-rf"],
  ["\u202eevil", "evil"],
])("the name of the package in the folder %j is %j", (folder, name) => {
  expect(packageName(folder)).toBe(name);
});

test("is a name that npm accepts, whatever the folder is called", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 300 }), (folder) => {
      expect(packageName(folder)).toMatch(/^[a-z0-9](?:[a-z0-9._-]{0,120}[a-z0-9])?$/);
    }),
  );
});
