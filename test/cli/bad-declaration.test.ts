import { type App, idOf } from "../support/declare";
import { desk, documentOf } from "../support/desk";

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
    what: "a pattern that ends in an escape",
    app: rules({ repository_pattern: "payments-\\" }),
    code: "pattern-invalid",
    address: routing,
    path: `${file}/scanform_repository_assignments/routing/rules/0/repository_pattern`,
    detail: 'is "payments-\\\\", and a pattern cannot end',
  },
  {
    what: "a text where a number belongs",
    app: one({ risk_threshold: "3" }),
    code: "value-kind",
    address: a,
    path: `${file}/scanform_configuration/a/risk_threshold`,
    detail: "risk_threshold is ",
  },
  {
    what: "a token of cdktf that was not resolved",
    app: one({ name: "team-${TfToken[TOKEN.7]}" }),
    code: "not-evaluable",
    address: a,
    path: `${file}/scanform_configuration/a/name`,
    detail: "`team-${TfToken[TOKEN.7]}`",
  },
  {
    what: "an expression that only Terraform evaluates",
    app: one({ notifications: { integration_names: ["${each.key}"] } }),
    code: "not-evaluable",
    address: a,
    path: `${file}/scanform_configuration/a/notifications/integration_names/0`,
    detail: "compute anything else in the app, or apply it with the Terraform provider.",
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

test.each(cases)(
  "a declaration that cannot be right because of $what names the place and how to fix it, and nothing is written",
  async (given) => {
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
  },
);

test("a declaration that cannot be right reports all mistakes at once", async () => {
  const at = await desk({
    configurations: { a: { name: "a", analyzers: { nope: {} } }, b: { name: "a" } },
    assignments: { routing: [{ configuration_id: idOf("a"), repository_names: ["nope"] }] },
  });
  const { err } = await at.plan();
  expect(err.match(/^error: /gm)).toHaveLength(2);
});

test("a pattern that matches nothing is a warning on stderr, and no more", async () => {
  const at = await desk(rules({ repository_pattern: "billing-%" }));
  const { code, out, err } = await at.plan();
  expect(code).toBe(0);
  expect(out).toContain("1 configuration to create");
  expect(err).toContain(`warning: A rule matches no repository [rule-matches-nothing]\n  ${routing}  rule 1\n`);
  expect(err).toContain('The pattern "billing-%" matches none of the account\'s repositories.');
});
