import { account, canary, repositoryId } from "../support/account";
import { type App, idOf } from "../support/declare";
import { desk, documentOf } from "../support/desk";

/** As cdktf writes it: a variable without a value, a list of others, locals made of them, and functions in attributes. */
const computed: App = {
  variable: {
    team: { type: "string" },
    excludes: { type: "list(string)", default: ["docs/**"] },
  },
  locals: {
    name: "${lower(var.team)}-strict",
    excludes: '${distinct(concat(var.excludes, ["test/**", "docs/**"]))}',
    analyzers: { "sql-injection": { enabled: true, excludes: "${local.excludes}" } },
  },
  data: { scanform_repository: { web: { name: '${join("", ["w", "eb"])}' } } },
  configurations: {
    strict: {
      name: "${local.name}",
      analyzers: '${merge(local.analyzers, {"secrets" = {"enabled" = true}})}',
    },
  },
  assignments: {
    routing: [
      {
        repository_ids: "${concat([data.scanform_repository.web.id], [])}",
        configuration_id: idOf("strict"),
      },
    ],
  },
};

test("variables, locals and functions are planned and applied, and then there is nothing to do", async () => {
  const at = await desk(computed);
  const env = { ...at.env, TF_VAR_team: "Payments", TF_VAR_excludes: '["a", 1]' };
  const plan = ["plan", "--synthesized", "app"];
  const planned = await at.run([...plan, "--json", "--out", "plan.json"], { env });
  expect(planned.code).toBe(0);
  expect(documentOf(planned)).toMatchObject({
    accounts: [{ changes: [{ action: "create", name: "payments-strict" }], moves: [{ repository_name: "web" }] }],
  });
  expect((await at.run(["apply", "plan.json", "--auto-approve"])).code).toBe(0);
  const made = at.emulator.store.configurations(account.account_id).find(({ name }) => name === "payments-strict");
  expect(made?.configuration).toMatchObject({
    analyzers: {
      "sql-injection": { enabled: true, excludes: ["a", "1", "test/**", "docs/**"] },
      secrets: { enabled: true },
    },
  });
  const web = at.emulator.store.repositories(account.account_id).find(({ id }) => id === repositoryId(2));
  expect(web?.configuration_id).toBe(made?.id);
  expect((await at.run([...plan, "--detailed-exitcode"], { env })).code).toBe(0);
});

test("a variable without a value is an error that says what to set, and nothing is written", async () => {
  const at = await desk(computed);
  const { code, err } = await at.apply();
  expect([code, at.writes()]).toEqual([1, []]);
  expect(err).toContain("refers to the variable team, which has no value. Set TF_VAR_team, or give it a default.");
});

test("an API key in a TF_VAR that the declaration uses is refused, and not shown", async () => {
  const at = await desk(computed);
  const { code, err } = await at.run(["plan", "--synthesized", "app"], {
    env: { ...at.env, TF_VAR_team: `x${canary}` },
  });
  expect(code).toBe(1);
  expect(err).toContain("TF_VAR_team contains an API key");
});

test("the provider's API key may be a sensitive variable, which is not looked at", async () => {
  const at = await desk({
    variable: { key: { type: "string", sensitive: true } },
    provider: { api_key: "${var.key}" },
    configurations: { a: { name: "a", comment: "silent" } },
  });
  expect((await at.run(["plan", "--synthesized", "app"], { env: { ...at.env, TF_VAR_key: canary } })).code).toBe(0);
});
