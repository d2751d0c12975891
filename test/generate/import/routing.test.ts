import fc from "fast-check";
import { type Routed, routing, type Rule } from "../../../src/generate/import/routing/routing";
import { validateRules } from "../../../src/model/validate";
import { withSqlWildcards } from "../../../src/model/sql-like";
import { evaluated } from "../routing";
import { anyText } from "../../support/any-text";
import { expressible } from "../../../src/generate/import/expressible";
import { decode } from "../../../src/model/decoder";
import { fieldsDecoder } from "../../../src/model/field-decoder";
import { settingsFields } from "../../../src/model/settings";
import { settings, uuid } from "../../reconcile/arbitrary";

const targets = ["strict", "baseline", "payments", "docs"];

const word = fc.constantFrom(
  "payments",
  "pay",
  "api",
  "web",
  "docs",
  "100%",
  "a_b",
  "\\",
  "${x}",
  "api-*",
  "what?",
  "é",
  "😀",
  "\ud83d",
  "",
);
const name = fc.oneof(
  fc.tuple(word, word, word).map((words) => words.join("-")),
  fc.tuple(word, word).map((words) => words.join("")),
  fc.constantFrom("caf\u00e9", "cafe\u0301", "cafe\u0301-api"),
  anyText({ maxLength: 6 }),
);

const repository = fc.record(
  { name: fc.option(name, { nil: undefined }), target: fc.option(fc.constantFrom(...targets), { nil: undefined }) },
  { requiredKeys: [] },
);

const account = fc.array(repository, { maxLength: 60 }).map((all) =>
  all.map(({ name: given, target }, at): Routed => ({
    id: `id-${String(at)}`,
    ...(given === undefined ? {} : { name: given }),
    ...(target === undefined ? {} : { target }),
  })),
);

const wanted = (repositories: readonly Routed[]) => repositories.map(({ target }) => target);

test("gives every repository its configuration, and none to those without, by rules that each can match", () => {
  fc.assert(
    fc.property(account, fc.boolean(), (repositories, catchAll) => {
      const rules = routing(repositories, { catchAll });
      expect(evaluated(rules, repositories)).toEqual(wanted(repositories));
      if (!catchAll) expect(rules.map(({ pattern }) => pattern)).not.toContain("%");
      const written = rules.map(({ ids, names, pattern }) => ({
        repositoryIds: ids,
        repositoryNames: names,
        repositoryPattern: pattern,
      }));
      expect(validateRules(written)).toEqual([]);
      for (const { pattern = "" } of rules) expect(withSqlWildcards(pattern)).toBeUndefined();
    }),
    { numRuns: 150 },
  );
});

test("matches nothing but what has a configuration where its rules come before others", () => {
  fc.assert(
    fc.property(account, (repositories) => {
      const rules = routing(repositories, { before: true });
      expect(evaluated(rules, repositories)).toEqual(wanted(repositories));
      expect(rules.filter(({ target }) => target === undefined)).toEqual([]);
    }),
    { numRuns: 60 },
  );
});

test("gives every repository its configuration where names follow teams", () => {
  const team = fc.constantFrom("payments", "identity", "search", "data");
  const part = fc.constantFrom("api", "web", "docs", "infra", "worker");
  const repositories = fc
    .uniqueArray(fc.tuple(team, part, fc.nat(30)), { maxLength: 200, selector: (each) => each.join("-") })
    .chain((names) =>
      fc.tuple(
        fc.constant(names),
        fc.array(fc.tuple(fc.nat(200), fc.option(fc.constantFrom(...targets), { nil: undefined })), { maxLength: 8 }),
      ),
    )
    .map(([names, strays]) =>
      names.map(([of, what, number], at): Routed => {
        const stray = strays.find(([nth]) => nth === at);
        const target = stray === undefined ? (what === "docs" ? undefined : of) : stray[1];
        return { id: `id-${String(at)}`, name: `${of}-${what}-${String(number)}`, ...(target && { target }) };
      }),
    );
  fc.assert(
    fc.property(repositories, (all) => {
      expect(evaluated(routing(all), all)).toEqual(wanted(all));
    }),
    { numRuns: 30 },
  );
});

const listed = (groups: Readonly<Record<string, readonly string[]>>): readonly Routed[] =>
  Object.entries(groups).flatMap(([target, names]) =>
    names.map((each) => ({ id: `id ${each}`, name: each, ...(target === "none" ? {} : { target }) })),
  );

const numbers = Array.from({ length: 20 }, (_, at) => String(at + 10));

test("names what no pattern selects alone where its rules come before others", () => {
  const repositories = listed({
    strict: numbers.map((each) => `payments-${each}`),
    none: ["payments-1", "payments-2"],
  });
  const leaving = (rules: readonly Rule[]) => rules.filter(({ target }) => target === undefined);
  expect(leaving(routing(repositories))).toHaveLength(1);
  const rules = routing(repositories, { before: true });
  expect(leaving(rules)).toEqual([]);
  expect(evaluated(rules, repositories)).toEqual(wanted(repositories));
});

test("finds prefixes by teams, a suffix across them, an exception and the rest", () => {
  const rules = routing(
    listed({
      payments: numbers.map((n) => `payments-${n}`),
      identity: numbers.map((n) => `identity-${n}`),
      strict: ["payments-vault"],
      none: ["payments", "identity", "search", "web"].flatMap((team) =>
        numbers.slice(0, 4).map((n) => `${team}-${n}-docs`),
      ),
      baseline: ["search", "web", "mobile", "batch"].flatMap((team) => numbers.map((n) => `${team}-${n}`)),
    }),
  );
  expect(rules).toEqual([
    { target: "strict", ids: [], names: ["payments-vault"] },
    { ids: [], names: [], pattern: "%-docs" },
    { target: "identity", ids: [], names: [], pattern: "identity-%" },
    { target: "payments", ids: [], names: [], pattern: "payments-%" },
    { target: "baseline", ids: [], names: [], pattern: "%" },
  ]);
});

test("a pattern says no less than what its repositories have in common, so that it takes in no others later", () => {
  const kinds = ["api", "web", "sandbox"];
  const rules = routing(
    listed({
      ...Object.fromEntries(
        ["payments", "search"].flatMap((team) =>
          kinds.map((kind) => [`${team}-${kind}`, numbers.map((n) => `${team}-${kind}-${n}`)]),
        ),
      ),
      none: ["payments-docs", "docs"],
    }),
  );
  expect(rules.map(({ target, pattern }) => [target, pattern])).toEqual(
    ["payments", "search"].flatMap((team) => kinds.toSorted().map((kind) => [`${team}-${kind}`, `${team}-${kind}-%`])),
  );
});

test("two repositories of one team are no reason for a pattern that takes all", () => {
  const names = ["billing-sandbox-europe-one", "billing-sandbox-europe-two"];
  expect(routing(listed({ a: names, b: ["docs"] }))).toEqual([
    { target: "b", ids: [], names: ["docs"] },
    { target: "a", ids: [], names: [], pattern: "billing-sandbox-europe-%" },
  ]);
});

test("escapes what a pattern would take for any text", () => {
  const rules = routing(listed({ a: numbers.map((n) => `100%_${n}`), none: numbers.map((n) => `other-${n}`) }));
  expect(rules).toEqual([{ target: "a", ids: [], names: [], pattern: "100\\%\\_%" }]);
});

test("selects by id where repositories of one name differ", () => {
  const all: readonly Routed[] = [
    { id: "1", name: "same", target: "a" },
    { id: "2", name: "same" },
    ...listed({ a: numbers.map((n) => `same-${n}`) }),
  ];
  expect(evaluated(routing(all), all)).toEqual(all.map(({ target }) => target));
});

test("names the same patterns when the account grows by one", () => {
  const before = listed({
    payments: numbers.map((n) => `payments-${n}`),
    identity: numbers.map((n) => `identity-${n}`),
  });
  const after = [...before, { id: "new", name: "payments-new", target: "payments" }];
  expect(routing(after)).toEqual(routing(before));
});

const strange = fc.dictionary(
  fc.constantFrom("comment", "analyzers", "code_policies", "notifications", "risk_threshold", "future", "__proto__"),
  fc.oneof(
    fc.jsonValue(),
    fc.dictionary(fc.constantFrom("xss", "enabled", "excludes", "__proto__"), fc.jsonValue()),
    fc.array(fc.record({ id: fc.constant(uuid("c", 1)), enabled: fc.jsonValue() })),
  ),
);

test("leaves nothing that a declaration cannot have, whatever the service holds", () => {
  fc.assert(
    fc.property(strange, (live) => {
      const able = expressible(live, () => undefined);
      expect(decode(fieldsDecoder(settingsFields, "declared"), able.settings)).toHaveProperty("value");
    }),
    { numRuns: 50 },
  );
});

test("leaves settings that a declaration can have as they are", () => {
  fc.assert(
    fc.property(settings, (live) => {
      expect(expressible(live, () => undefined)).toEqual({ settings: live, unexpressed: [] });
    }),
    { numRuns: 30 },
  );
});

test("a policy whose id is there twice, in other letters, is left out with all policies", () => {
  const id = "abcdefab-0000-4000-8000-000000000001";
  const code_policies = [{ id }, { id: id.toUpperCase() }];
  expect(expressible({ comment: "enabled", code_policies }, () => undefined)).toEqual({
    settings: { comment: "enabled" },
    unexpressed: [{ path: "code_policies", reason: `it has ${id} twice` }],
  });
});
