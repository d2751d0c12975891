import { baselineId, policyId, relaxedId, repositoriesNamed, seedOf, unknownId } from "../support/account";
import { type App, idOf } from "../support/declare";
import { accountOf, desk, documentOf } from "../support/desk";

interface Case {
  readonly what: string;
  readonly app: App;
  readonly code: string;
  readonly address: string;
  readonly path: string;
  readonly detail: string;
}

const one = (attributes: object): App => ({ configurations: { a: { name: "a", ...attributes } } });
const rules = (...all: readonly object[]): App => ({
  configurations: { a: { name: "a" } },
  assignments: { routing: all.map((each) => ({ configuration_id: idOf("a"), ...each })) },
});
const a = "scanform_configuration.a";
const routing = "scanform_repository_assignments.routing";
const file = "stacks/s/cdk.tf.json#/resource";

const cases: readonly Case[] = [
  {
    what: "the same name declared twice",
    app: { configurations: { a: { name: "strict" }, b: { name: "strict" } } },
    code: "name-declared-twice",
    address: "scanform_configuration.b",
    path: "name",
    detail: `"strict" is also the name of ${a}. Rename one of them.`,
  },
  {
    what: "an analyzer that there is none of",
    app: one({ analyzers: { "sql-injectoin": { enabled: true } } }),
    code: "analyzer-unknown",
    address: a,
    path: 'analyzers["sql-injectoin"]',
    detail: 'The account has no analyzer "sql-injectoin". Did you mean "sql-injection"?',
  },
  {
    what: "a custom policy that there is none of",
    app: one({ code_policies: { [unknownId]: { enabled: true } } }),
    code: "policy-unknown",
    address: a,
    path: `code_policies["${unknownId}"]`,
    detail: `The account has no custom policy ${unknownId}. It has ${policyId} ("No plaintext secrets").`,
  },
  {
    what: "a repository that is claimed twice",
    app: {
      configurations: { a: { name: "a" } },
      assignments: {
        routing: [{ configuration_id: idOf("a"), repository_pattern: "payments-%" }],
        second: [{ configuration_id: relaxedId, repository_names: ["payments-api"] }],
      },
    },
    code: "repository-claimed-twice",
    address: "scanform_repository_assignments.second",
    path: "rules",
    detail: `"payments-api" would be assigned by ${routing} and by scanform_repository_assignments.second. Let one of them \`leave\` what the other assigns.`,
  },
  {
    what: "a pattern that ends in an escape",
    app: rules({ repository_pattern: "payments-\\" }),
    code: "pattern-invalid",
    address: routing,
    path: `${file}/scanform_repository_assignments/routing/rules/0/repository_pattern`,
    detail: 'is "payments-\\\\", and a pattern cannot end',
  },
  ...(
    [
      [2 ** 53, "out-of-range"],
      [1.5, "not-an-integer"],
      ["3", "value-kind"],
    ] as const
  ).map(([value, code]) => ({
    what: `a risk_threshold of ${JSON.stringify(value)}`,
    app: one({ risk_threshold: value }),
    code,
    address: a,
    path: `${file}/scanform_configuration/a/risk_threshold`,
    detail: "risk_threshold is ",
  })),
  {
    what: "a token of cdktf that was not resolved",
    app: one({ name: "team-${TfToken[TOKEN.7]}" }),
    code: "not-evaluable",
    address: a,
    path: `${file}/scanform_configuration/a/name`,
    detail: "`team-${TfToken[TOKEN.7]}`",
  },
  ...['${sort(["a"])}', "${each.key}", "%{ if true }a%{ endif }"].map((text) => ({
    what: `the expression ${text}`,
    app: one({ notifications: { integration_names: [text] } }),
    code: "not-evaluable",
    address: a,
    path: `${file}/scanform_configuration/a/notifications/integration_names/0`,
    detail: "compute anything else in the app, or apply it with the Terraform provider.",
  })),
  {
    what: "an attribute that there is none of",
    app: one({ risk_treshold: 3 }),
    code: "attribute-unknown",
    address: a,
    path: `${file}/scanform_configuration/a/risk_treshold`,
    detail: 'risk_treshold cannot be set here. Did you mean "risk_threshold"?',
  },
  {
    what: "a key that is written out",
    app: { provider: { api_key: "written-out-4711" }, ...one({}) },
    code: "secret-declared",
    address: "provider.scanform",
    path: "stacks/s/cdk.tf.json#/provider/scanform/0/api_key",
    detail: "Remove it, set SCANFORM_API_KEY instead",
  },
];

describe("a declaration that cannot be right", () => {
  test.each(cases)("because of $what names the place and how to fix it, and nothing is written", async (given) => {
    const { app, code, address, path, detail } = given;
    const at = await desk(app);
    const { diagnostics } = documentOf(await at.plan("--json"));
    expect(diagnostics).toContainEqual({
      code,
      severity: "error",
      summary: expect.any(String) as string,
      detail: expect.stringContaining(detail) as string,
      address,
      path,
    });
    const { code: exit, err, out } = await at.apply();
    expect({ exit, out }).toEqual({ exit: 1, out: "" });
    const index = /rules\W(\d)/.exec(path)?.[1];
    const rule = index === undefined ? "" : ` (rule ${String(Number(index) + 1)})`;
    expect(err).toContain(`[${code}]\n  ${address}  ${path}${rule}\n`);
    expect(err).not.toContain("written-out-4711");
    expect(at.writes()).toEqual([]);
  });

  test("because two live configurations have its name lists both ids and how to say which", async () => {
    const twins = [baselineId, relaxedId].map((id) => ({ id, name: "twin" }));
    const at = await desk(
      { configurations: { a: { name: "twin" } } },
      seedOf({ configurations: twins, repositories: [] }),
    );
    const { code, err } = await at.apply();
    expect(code).toBe(1);
    expect(err).toContain(`[name-live-twice]\n  ${a}  name\n`);
    expect(err).toContain(`"twin" is the name of "${baselineId}" and "${relaxedId}"`);
    expect(err).toContain("import block");
    expect(at.writes()).toEqual([]);
  });

  test("reports all mistakes at once", async () => {
    const at = await desk({
      configurations: { a: { name: "a", analyzers: { nope: {} } }, b: { name: "a" } },
      assignments: { routing: [{ configuration_id: idOf("a"), repository_names: ["nope"] }] },
    });
    const { err } = await at.plan();
    expect(err.match(/^error: /gm)).toHaveLength(2);
  });
});

describe("a pattern that matches nothing", () => {
  test("is a warning on stderr, and no more", async () => {
    const at = await desk(rules({ repository_pattern: "billing-%" }));
    const { code, out, err } = await at.plan();
    expect(code).toBe(0);
    expect(out).toContain("1 configuration to create");
    expect(err).toContain(`warning: A rule matches no repository [rule-matches-nothing]\n  ${routing}  rule 1\n`);
    expect(err).toContain('The pattern "billing-%" matches none of the account\'s repositories.');
  });

  test("is a warning in the document, and stderr is silent", async () => {
    const at = await desk(
      rules({ repository_pattern: "billing-%" }),
      seedOf({ repositories: repositoriesNamed(["x"], null) }),
    );
    const ran = await at.plan("--json");
    expect(ran).toMatchObject({ code: 0, err: "" });
    expect(accountOf(ran)["diagnostics"]).toMatchObject([{ code: "rule-matches-nothing", severity: "warning" }]);
  });
});
