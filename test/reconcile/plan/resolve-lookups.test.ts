import type { Desired, Lookup } from "../../../src/model/desired";
import type { Observed } from "../../../src/model/entities";
import { address, configurationId, repositoryId } from "../../../src/model/ids";
import type { Settings } from "../../../src/model/settings";
import { resolveLookups } from "../../../src/reconcile/plan/resolve-ids";
import { ScanformError } from "../../../src/diagnostics/error";
import { declare, desired, live } from "../account";

const placeholder = (at: number): string => `00000000-0000-8000-8000-00000000000${String(at)}`;
const lookup = (kind: Lookup["kind"], sought: Lookup["sought"], at = 1): Lookup => ({
  kind,
  sought,
  placeholder: placeholder(at),
  address: `data.${kind}.it`,
  path: "file#/data",
});

/** Configurations c1 and c2, a repository of c1, policies p and q with their ids as titles. */
const account = live({ c1: { name: "one", has: ["docs"] }, c2: { name: "two" } });

/** Uses the first placeholder for a policy, a target and a repository. */
const using = (...lookups: readonly Lookup[]): Desired => ({
  ...desired([declare("c", { code_policies: [{ id: placeholder(1) }] })]),
  assignments: [
    {
      address: address("scanform_repository_assignments.routing"),
      rules: [
        {
          target: { configuration: { id: configurationId(placeholder(1)) } },
          repositoryIds: [repositoryId(placeholder(1))],
        },
      ],
    },
  ],
  lookups,
});

const refusals = (declared: Desired, observed: Observed = account) => {
  try {
    resolveLookups(declared, observed);
    return [];
  } catch (thrown) {
    if (thrown instanceof ScanformError) return thrown.diagnostics;
    throw thrown;
  }
};

test.each([
  [lookup("customPolicy", { key: "q" }), "q"],
  [lookup("customPolicy", { id: "Q" }), "q"],
  [lookup("configuration", { key: "two" }), "c2"],
  [lookup("repository", { key: "docs" }), "id of docs"],
  [lookup("analyzer", { key: "b" }), "b"],
])("puts the id in place of the placeholder (case %#)", (sought, id) => {
  const { configurations, assignments, ...rest } = resolveLookups(using(sought), account);
  expect(configurations[0]?.settings).toEqual({ code_policies: [{ id }] });
  expect(assignments[0]?.rules).toEqual([{ target: { configuration: { id } }, repositoryIds: [id] }]);
  expect(rest).toStrictEqual({});
});

test("everything else that is declared stays as it is", () => {
  const settings: Settings = {
    comment: "enabled",
    show_scan_confirmation: true,
    risk_threshold: 3,
    analyzers: { a: { enabled: false, excludes: ["test/**"] } },
  };
  const declared: Desired = {
    ...desired([declare("c", settings, { preventDestroy: true, renamedFrom: ["d"] })], {
      target: { leave: true },
      repositoryPattern: "legacy-%",
    }),
    triages: [{ address: address("t"), findingId: "f", category: null, justification: "Why not." }],
    managedScope: { all: true, maxDeletes: 2 },
    deletions: [configurationId("c1")],
  };
  const lookups = [lookup("configuration", { key: "two" })];
  expect(resolveLookups({ ...declared, lookups }, account)).toStrictEqual(declared);
});

test("an id that a triage looks up is put in place as well", () => {
  const triage = { address: address("t"), category: null, justification: "Why not." };
  const declared = using(lookup("repository", { key: "docs" }));
  const { triages } = resolveLookups({ ...declared, triages: [{ ...triage, findingId: placeholder(1) }] }, account);
  expect(triages).toEqual([{ ...triage, findingId: "id of docs" }]);
});

test("a declaration without lookups is returned itself", () => {
  const plain = desired([declare("c")]);
  expect(resolveLookups(plain, account)).toBe(plain);
});

test("what is not found is an error with the nearest names, each of them", () => {
  const declared = using(lookup("configuration", { key: "on" }), lookup("customPolicy", { id: "x" }, 2));
  expect(refusals(declared)).toMatchObject([
    {
      code: "configuration-not-found",
      address: "data.configuration.it",
      path: "file#/data",
      detail: 'The account has no configuration with the name "on". Did you mean "one"?',
    },
    { code: "policy-unknown", detail: 'The account has no custom policy with the id "x".' },
  ]);
});

test("several of one name are an error with their ids, and one that is listed twice is none", () => {
  const twins = live({ c1: { name: "one" }, c2: { name: "one" } });
  const declared = using(lookup("configuration", { key: "one" }));
  expect(refusals(declared, twins)).toMatchObject([
    {
      code: "configuration-name-ambiguous",
      detail: 'There are 2 with the name "one": "c1" and "c2". Give the id of one instead.',
    },
  ]);
  const again = { ...account, configurations: [...account.configurations, ...account.configurations] };
  expect(refusals(declared, again)).toEqual([]);
});

test("two lookups of one policy for one configuration are an error", () => {
  const settings = { code_policies: [{ id: placeholder(1) }, { id: placeholder(2) }] };
  const declared: Desired = {
    ...desired([declare("c", settings)]),
    lookups: [lookup("customPolicy", { key: "q" }), lookup("customPolicy", { id: "q" }, 2)],
  };
  expect(refusals(declared)).toEqual([
    {
      code: "declaration-invalid",
      severity: "error",
      summary: expect.any(String) as string,
      detail: "code_policies names q twice. Keep one of the entries.",
      address: "scanform_configuration.c",
      path: "code_policies",
    },
  ]);
});

test("what else is wrong with a configuration is said where it is declared, and not once more", () => {
  const declared = desired([declare("c", {}, { renamedFrom: ["c"] })]);
  expect(refusals({ ...declared, lookups: [lookup("customPolicy", { key: "q" })] })).toEqual([]);
});
