import { configurationDecoder } from "../../src/declaration/resources";
import { IdOf } from "../../src/declaration/expression/value";
import { decodeAt, DocumentPath } from "../../src/declaration/document";
import type { Diagnostic } from "../../src/diagnostics/diagnostic";
import { flag, list, map, object, oneOf, optional, required, text } from "../../src/model/decoder";

const how = { unknownKeys: "rejected" } as const;

/** A value as the attributes of `strict` are decoded: what comes of it, and the path and the detail of each diagnostic. */
function decoded(value: unknown) {
  const owner = object({ email: required(text), isAdmin: optional(flag) }, how);
  const decoder = object(
    {
      state: required(oneOf(["on"])),
      level: optional(oneOf(["low", "high"])),
      owners: optional(list(owner)),
      teams: optional(map(owner)),
    },
    how,
  );
  const stack = { name: "acme", constructPath: "acme", file: "acme.json", json: {} };
  const diagnostics: Diagnostic[] = [];
  const result = decodeAt(decoder, value, new DocumentPath(stack, ["strict"], "scanform_x.strict"), diagnostics);
  for (const each of diagnostics) expect(each).toMatchObject({ severity: "error", address: "scanform_x.strict" });
  return { result, said: diagnostics.map(({ path, detail }) => [path, detail]) };
}

test("reports everything that is wrong, with its code and at its place", () => {
  const value = {
    level: "medium",
    owners: [{ email: 5 }, { isAdmin: false }, "x"],
    teams: { "a-b": { email: ["x"], isAdmin: null, isAdmn: true } },
    sate: "on",
  };
  expect(decoded(value)).toStrictEqual({
    result: undefined,
    said: [
      ["acme.json#/strict/state", "state is missing."],
      ["acme.json#/strict/level", 'level is "medium", which is none of low, high.'],
      ["acme.json#/strict/owners/0/email", "owners[0].email is 5, and must be a string."],
      ["acme.json#/strict/owners/1/email", "owners[1].email is missing."],
      ["acme.json#/strict/owners/2", 'owners[2] is "x", and must be an object.'],
      ["acme.json#/strict/teams/a-b/email", 'teams["a-b"].email is a list, and must be a string.'],
      ["acme.json#/strict/teams/a-b/isAdmn", 'teams["a-b"].isAdmn cannot be set here. Did you mean "isAdmin"?'],
      ["acme.json#/strict/sate", 'sate cannot be set here. Did you mean "state"?'],
    ],
  });
});

test("reports no second error for a value that could not be evaluated", () => {
  const strict = { name: undefined, analyzers: { xss: { excludes: [undefined], enabled: undefined } } };
  expect(decodedConfiguration(strict)).toStrictEqual([]);
  expect(decodedConfiguration({ ...strict, coment: "x" })).toStrictEqual(["/coment"]);
});

test("refuses the id of a configuration where a text must be known", () => {
  const id = new IdOf("acme", "base");
  expect(decodedConfiguration({ name: id, renamed_from: [id] })).toStrictEqual(["/name", "/renamed_from/0"]);
});

/** The places of what is wrong with the attributes of a configuration. */
function decodedConfiguration(value: unknown): readonly (string | undefined)[] {
  const stack = { name: "acme", constructPath: "acme", file: "acme.json", json: {} };
  const diagnostics: Diagnostic[] = [];
  expect(decodeAt(configurationDecoder, value, new DocumentPath(stack), diagnostics)).toBeUndefined();
  return diagnostics.map(({ path }) => path?.replace("acme.json#", ""));
}
