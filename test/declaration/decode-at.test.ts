import { IdOf } from "../../src/declaration/expression/value";
import { decodeAt } from "../../src/declaration/decode-at";
import { DocumentPath } from "../../src/declaration/document";
import type { Diagnostic } from "../../src/diagnostics/diagnostic";
import { flag, list, map, oneOf, text } from "../../src/model/decoder";
import { object, optional, required } from "../../src/model/object-decoder";
import { atStrict, problems } from "./folder";

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
  for (const each of diagnostics)
    expect(each).toMatchObject({ code: "declaration-invalid", severity: "error", address: "scanform_x.strict" });
  return { result, said: diagnostics.map(({ path, detail }) => [path, detail]) };
}

test("returns what is valid, and reports nothing", () => {
  const value = { state: "on", owners: [{ email: "a@example.com", isAdmin: true }] };
  expect(decoded(value)).toStrictEqual({ result: value, said: [] });
});

test("reports everything that is wrong at its place: what it must be, and what it is where that is short", () => {
  const value = {
    level: "medium",
    owners: [{ email: 5 }, { isAdmin: false }, "x"],
    teams: { "a-b": { email: ["x"], isAdmin: null, isAdmn: true } },
    sate: "on",
  };
  expect(decoded(value)).toStrictEqual({
    result: undefined,
    said: [
      ["acme.json#/strict/state", 'state is missing: it must be "on".'],
      ["acme.json#/strict/level", 'level: must be "low" or "high" (it is "medium").'],
      ["acme.json#/strict/owners/0/email", "owners[0].email: must be a string (it is 5)."],
      ["acme.json#/strict/owners/1/email", "owners[1].email is missing: it must be a string."],
      ["acme.json#/strict/owners/2", 'owners[2]: must be an object (it is "x").'],
      ["acme.json#/strict/teams/a-b/email", 'teams["a-b"].email: must be a string.'],
      [
        "acme.json#/strict/teams/a-b/isAdmn",
        'teams["a-b"].isAdmn is not an attribute that can be set. Did you mean "isAdmin"?',
      ],
      ["acme.json#/strict/sate", 'sate is not an attribute that can be set. Did you mean "state"?'],
    ],
  });
});

test("says nothing more of what could not be evaluated, wherever it stands", () => {
  const unevaluated = {
    state: undefined,
    owners: [undefined, { email: undefined }],
    teams: { a: { email: undefined } },
  };
  expect(decoded(unevaluated)).toStrictEqual({ result: undefined, said: [] });
  expect(decoded({ state: "on", owners: [{ email: undefined }, {}], teams: { a: {} } }).said).toStrictEqual([
    ["acme.json#/strict/owners/1/email", "owners[1].email is missing: it must be a string."],
    ["acme.json#/strict/teams/a/email", "teams.a.email is missing: it must be a string."],
  ]);
});

test("an id that only the service knows cannot stand where a text must be known", () => {
  expect(decoded({ state: new IdOf("acme", "scanform_configuration", "base") }).said).toStrictEqual([
    ["acme.json#/strict/state", "state: must be known before the apply; an id of a configuration is not."],
  ]);
});

test("shows a number that is too large as what it came to", () => {
  const found = problems(
    '{"resource": {"scanform_configuration": {"strict": {"name": "x", "risk_threshold": 1e999}}}}',
  );
  expect(found).toMatchObject([
    { path: atStrict("/risk_threshold"), detail: "risk_threshold: must be a number (it is Infinity)." },
  ]);
});
