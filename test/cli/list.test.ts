import {
  accountId,
  baselineId,
  canaryOfAll,
  otherAccountId,
  policyId,
  relaxedId,
  repositoriesNamed,
  repositoryId,
  seedOf,
} from "../support/account";
import { asItIs } from "../support/declare";
import { desk, type Desk, documentOf, jsonOf } from "../support/desk";
import { factsIn } from "../page/read-back";
import { findingId, triageDesk } from "../support/triages";

const items = (ran: Parameters<typeof jsonOf>[0]) => {
  const document = jsonOf(ran);
  expect(Object.keys(document)).toEqual(["format_version", "items"]);
  expect(document["format_version"]).toBe("1.0");
  return document["items"] as readonly Readonly<Record<string, unknown>>[];
};

const ofAll = (at: Desk) => ({ env: { ...at.env, SCANFORM_API_KEY: canaryOfAll } });
const named = (at: Desk) => ({ env: { ...at.env, SCANFORM_ACCOUNT_ID: accountId } });
const paths = (at: Desk) => at.emulator.requests.map(({ method, path }) => `${method} ${path}`);

test("scanform list shows repositories with their configuration, by name", async () => {
  const at = await desk();
  const { code, out, err } = await at.run(["list", "repositories"]);
  expect({ code, err }).toEqual({ code: 0, err: "" });
  expect(out).toBe(`NAME             CONFIGURATION  SCANNED  ID
legacy           baseline       yes      ${repositoryId(3)}
payments-api     baseline       yes      ${repositoryId(0)}
payments-ledger  baseline       yes      ${repositoryId(1)}
web              baseline       yes      ${repositoryId(2)}
`);
});

test("scanform list shows configurations with the number of their repositories", async () => {
  const at = await desk();
  expect((await at.run(["list", "configurations"])).out).toBe(`NAME      REPOSITORIES  ID
baseline  4             ${baselineId}
relaxed   0             ${relaxedId}
`);
});

test("scanform list shows analyzers, policies and accounts", async () => {
  const at = await desk();
  expect((await at.run(["list", "analyzers"])).out).toBe(`SLUG           ENABLED  NAME
secrets        yes      -
sql-injection  yes      -
xss            yes      -
`);
  expect((await at.run(["list", "policies"])).out).toBe(`ID                                    TITLE
${policyId}  No plaintext secrets
`);
  const { out } = await at.run(["list", "accounts"], ofAll(at));
  expect(out).toMatch(new RegExp(`^NAME .*\nacme +yes .* ${accountId}\nglobex +yes .* ${otherAccountId}\n$`));
});

test("scanform list gives a program the service's fields, and what each kind adds", async () => {
  const at = await desk({}, seedOf({ repositories: repositoriesNamed(["a", "b"], null) }));
  const [first] = items(await at.run(["list", "repositories", "--json"]));
  expect(first).toMatchObject({
    id: repositoryId(0),
    name: "a",
    provider_repo_id: 0,
    configuration_id: null,
    enabled: true,
    created_at: null,
    account_id: accountId,
    configuration_name: null,
  });
  const [baseline] = items(await at.run(["list", "configurations", "--json"]));
  expect(baseline).toMatchObject({
    id: baselineId,
    name: "baseline",
    configuration: { comment: "silent", code_policies: [{ id: policyId, enabled: true }] },
    account_id: accountId,
    repositories: 0,
  });
  expect(items(await at.run(["list", "policies", "--json"]))[0]).toMatchObject({
    id: policyId,
    title: "No plaintext secrets",
    account_id: accountId,
  });
  expect(items(await at.run(["list", "analyzers", "--json"])).map((each) => each["slug"])).toEqual([
    "secrets",
    "sql-injection",
    "xss",
  ]);
  expect(items(await at.run(["list", "accounts", "--json"]))).toMatchObject([{ account_id: accountId }]);
});

test("scanform list findings shows the newest first, with severity, place, triage and id", async () => {
  const at = await triageDesk();
  const { out, err } = await at.run(["list", "findings"]);
  expect(err).toBe("");
  expect(out).toMatch(/^SEVERITY +FINDING +REPOSITORY +FILE +TRIAGE +ID\n/);
  expect(out).toMatch(new RegExp(`^high .* checkout .* - +${findingId}$`, "m"));
  expect(out).toMatch(/ false_positive +[0-9a-f-]{36}$/m);
  expect(items(await at.run(["list", "findings", "--json"])).length).toBeGreaterThan(5);
});

test("scanform list findings narrows them down by severity, repository, title and number", async () => {
  const at = await triageDesk();
  const all = items(await at.run(["list", "findings", "--json"]));
  const high = items(await at.run(["list", "findings", "--severity", "high,LOW", "--json"]));
  expect(high).toEqual(all.filter(({ severity }) => severity === "high" || severity === "low"));
  const named = items(await at.run(["list", "findings", "--repository", "checkout", "--json"]));
  expect(named).toEqual(all.filter(({ repository_name: name }) => name === "checkout"));
  expect(named).not.toEqual([]);
  const titled = items(await at.run(["list", "findings", "--name", "SQL%", "--json"]));
  expect(titled).toEqual(all.filter(({ type }) => String(type).startsWith("SQL")));
  const last = all.at(-1);
  const name = String(last?.["type"]);
  const sought = items(await at.run(["list", "findings", "--name", name, "--limit", "1", "--json"]));
  expect(sought).toEqual(all.filter(({ type }) => type === name).slice(0, 1));
  expect(at.emulator.requests.at(-1)?.query).toContain("per_page=100");
  const { out, err } = await at.run(["list", "findings", "--limit", "2", "--json"]);
  expect((JSON.parse(out) as { items: unknown }).items).toEqual(all.slice(0, 2));
  expect(err).toContain("There are more. --limit shows them");
  expect((await at.run(["list", "findings", "--limit", String(all.length)])).err).toBe("");
});

test.each([
  [["--severity", "severe"], '"severe" is none of critical, high, medium, low'],
  [["--repository", "chekout"], 'Did you mean "checkout"?'],
  [["--limit", "0"], "It must be a whole number from 1 to 5000."],
])("scanform list findings %j is an error that says what would do", async (flags, said) => {
  const { code, err } = await (await triageDesk()).run(["list", "findings", ...flags]);
  expect([code, err]).toEqual([1, expect.stringContaining(said)]);
});

test("scanform list findings has options that no other kind has", async () => {
  const { code, err } = await (await desk()).run(["list", "analyzers", "--limit", "3"]);
  expect([code, err]).toEqual([1, expect.stringContaining("scanform list findings --limit")]);
});

test.each([
  ["repositories", "payments-%", ["payments-api", "payments-ledger"]],
  ["repositories", "we_", ["web"]],
  ["configurations", "%base%", ["baseline"]],
  ["analyzers", "sql-%", ["sql-injection"]],
  ["policies", "No %", ["No plaintext secrets"]],
  ["accounts", "ac%", ["acme"]],
])("scanform list %s --name %s gives those whose name matches", async (kind, pattern, names) => {
  const at = await desk();
  const found = items(await at.run(["list", kind, "--name", pattern, "--json"]));
  expect(found.map((each) => each["slug"] ?? each["title"] ?? each["org_name"] ?? each["name"])).toEqual(names);
});

test("scanform list shows every account of a key, with the account in a column", async () => {
  const at = await desk();
  const { out } = await at.run(["list", "configurations"], ofAll(at));
  expect(out).toContain("ACCOUNT  NAME");
  expect(out).toMatch(/^acme +baseline/m);
  const found = items(await at.run(["list", "configurations", "--json"], ofAll(at)));
  expect(new Set(found.map((each) => each["account_id"]))).toEqual(new Set([accountId]));
});

test("scanform list says of an empty list that it is empty, on stderr", async () => {
  const at = await desk({}, seedOf({ repositories: [] }));
  expect(await at.run(["list", "repositories"])).toEqual({ code: 0, out: "", err: "There are no repositories.\n" });
  const ran = await at.run(["list", "analyzers", "--name", "none-%", "--json"]);
  expect(ran.code).toBe(0);
  expect(items(ran)).toEqual([]);
  expect(ran.err).toContain('No analyzers match "none-%": none of 3 does.');
});

test.each([
  ["configuration", 'Did you mean "configurations"?'],
  ["webhooks", 'There are "accounts", "analyzers"'],
])("scanform list names the nearest kind to %s", async (kind, said) => {
  const at = await desk();
  const { code, err } = await at.run(["list", kind]);
  expect(code).toBe(1);
  expect(err).toContain(said);
  expect(at.emulator.requests).toEqual([]);
});

test("scanform list refuses a pattern that SQL would refuse, before it asks the service", async () => {
  const at = await desk();
  const { code, err } = await at.run(["list", "repositories", "--name", "a\\"]);
  expect(code).toBe(1);
  expect(err).toContain("[name-pattern-invalid]");
  expect(at.emulator.requests).toEqual([]);
});

const settings = {
  comment: "silent",
  risk_threshold: 3,
  analyzers: { secrets: { enabled: true, blocking: true, excludes: ["b", "a"] } },
  code_policies: [{ id: policyId, enabled: false }],
  notifications: { integrationNames: ["chat"] },
} as const;
const seed = seedOf({
  configurations: [
    { id: baselineId, name: "baseline", configuration: settings },
    { id: relaxedId, name: "relaxed", configuration: { comment: "enabled" } },
  ],
  repositories: [
    ...repositoriesNamed(["strict"], baselineId),
    ...repositoriesNamed(["x", "lax"], relaxedId).slice(1),
    ...repositoriesNamed(["x", "y", "none"], null).slice(2),
  ],
});

test.each<[string, readonly string[]]>([
  ["secrets.blocking = true", ["strict"]],
  ["secrets.blocking != true", ["lax", "none"]],
  ['analyzers["secrets"].blocking!=false', ["lax", "none", "strict"]],
  ["secrets unset", ["lax", "none"]],
  ["xss unset", ["lax", "none", "strict"]],
  ['secrets.excludes = ["a","b"]', ["strict"]],
  ["comment = enabled", ["lax"]],
  ['comment="silent"', ["strict"]],
  ["riskThreshold = 3", ["strict"]],
  ["risk_threshold unset", ["lax", "none"]],
  ["notifications.integrationNames = chat", ["strict"]],
  [`${policyId}.enabled = false`, ["strict"]],
  [`code_policies["${policyId}"] unset`, ["lax", "none"]],
])("--where %s", async (condition, expected) => {
  const at = await desk({}, seed);
  const found = items(await at.run(["list", "repositories", "--json", "--where", condition]));
  expect(found.map(({ name }) => name)).toEqual(expected);
});

test("--where is repeatable, is for configurations too, and says where nothing has it", async () => {
  const at = await desk({}, seed);
  const both = ["--where", "secrets.blocking != true", "--where", "comment = enabled"];
  expect(items(await at.run(["list", "repositories", "--json", ...both])).map(({ name }) => name)).toEqual(["lax"]);
  const { out } = await at.run(["list", "configurations", "--where", "comment = silent"]);
  expect(out).toMatch(/^NAME .*\nbaseline .*\n$/);
  const none = await at.run(["list", "repositories", "--where", "comment = disabled"]);
  expect(none).toEqual({
    code: 0,
    out: "",
    err: "There are no repositories for which this holds: comment = disabled.\n",
  });
});

test.each([
  ["secrets.blocking", "It is a setting, then = or != and a value, or unset"],
  ["secrets.blokcing = true", 'has no setting "blokcing". Did you mean "blocking"?'],
  ["comments = silent", 'Did you mean "comment"?'],
  ["comments unset", 'there is no analyzer "comments". Did you mean "comment"?'],
  ["secrets.blocking = yes", 'secrets.blocking is "yes", and must be true or false.'],
  ["comment = loud", "which is none of disabled, silent, enabled."],
  ["secrets = true", 'secrets has no value: write "secrets unset", or name one of its settings.'],
  ["sercets.blocking unset", 'there is no analyzer "sercets". Did you mean "secrets"?'],
])("--where %s is an error that says what would do", async (condition, message) => {
  const at = await desk({}, seed);
  const { code, out, err } = await at.run(["list", "repositories", "--where", condition]);
  expect([code, out]).toEqual([1, ""]);
  expect(err).toContain(message);
});

test("--where asks with --after what holds once a plan is applied, without the service", async () => {
  const app = { configurations: { relaxed: { name: "relaxed", analyzers: { secrets: { blocking: true } } } } };
  const at = await desk(app, seed);
  await at.plan("--out", "plan.json");
  at.emulator.clearRequests();
  const after = (...more: readonly string[]) => at.run(["list", ...more, "--after", "plan.json", "--json"]);
  const blocking = ["--where", "secrets.blocking = true"];
  expect(items(await after("repositories", ...blocking)).map(({ name }) => name)).toEqual(["lax", "strict"]);
  expect(items(await after("configurations", ...blocking))).toMatchObject([
    { name: "baseline", repositories: 1 },
    { id: relaxedId, name: "relaxed", repositories: 1 },
  ]);
  expect((await after("repositories", "--where", "nope.blocking = true")).code).toBe(1);
  expect(paths(at)).toEqual([]);
});

test("an inactive account is marked in the head of its plan, saved or not, and in the document", async () => {
  const at = await desk(
    { configurations: { b: { name: "baseline", comment: "disabled" } } },
    seedOf({ active: false }),
  );
  const head = `account acme (${accountId.slice(0, 8)}), inactive at`;
  expect((await at.plan("--out", "saved.plan")).out).toContain(head);
  const shown = await at.run(["show", "saved.plan", "--format", "markdown"]);
  expect(shown.out).toContain(head);
  const { accounts } = documentOf(await at.plan("--json")) as { readonly accounts: readonly object[] };
  expect(accounts).toMatchObject([{ account: { inactive: true } }]);
});

test("a refusal of a named account says that the service lists it as inactive", async () => {
  const at = await desk(asItIs, seedOf({ active: false }));
  at.emulator.setFaults([{ fault: "status", status: 403, path: `/v1/accounts/${accountId}/**` }]);
  for (const argv of [["plan", "--synthesized", "app"], ["list", "repositories"], ["types"]]) {
    const { code, err } = await at.run(argv, { env: { ...at.env, SCANFORM_ACCOUNT_ID: accountId } });
    expect(code).toBe(1);
    expect(err).toMatch(/\[account-inactive\]\n  The service lists this account as inactive\. .*403/);
  }
});

test("repositories that are not scanned are counted apart, and marked where they are named", async () => {
  const [first, ...others] = repositoriesNamed(["a", "b", "c"], baselineId);
  const app = { configurations: { b: { name: "baseline", comment: "disabled" } } };
  const at = await desk(app, seedOf({ repositories: [{ ...first, enabled: false } as never, ...others] }));
  expect((await at.plan("--full")).out).toContain('"a" (not scanned)');
  const drift = await at.run(["drift", "--synthesized", "app", "--json"]);
  expect(documentOf(drift)).toMatchObject({ accounts: [{ unscanned: [first?.id] }] });
  expect((await at.run(["explain", "--synthesized", "app", "a"])).out).toContain('repository "a" (not scanned)');
  expect((await at.run(["explain", "--synthesized", "app", "--all"])).out).toMatch(/^a \(not scanned\) .*\nb  /m);
  const page = await at.plan("--format", "html");
  const { accounts } = factsIn(page.out);
  expect(accounts.map(({ repositories, unscanned }) => unscanned.map((each) => repositories[each]?.[1]))).toEqual([
    ["a"],
  ]);
  expect((await at.run(["list", "configurations"])).out).toContain("baseline  3 (1 not scanned)");
  expect(items(await at.run(["list", "configurations", "--json"]))[0]).toMatchObject({ disabled_repositories: 1 });
});

test("an account that cannot be read does not hide the others, and the exit code says so", async () => {
  const at = await desk();
  at.emulator.setFaults([{ fault: "status", status: 403, path: `/v1/accounts/${otherAccountId}/**` }]);
  const { code, out, err } = await at.run(["list", "repositories"], ofAll(at));
  expect(code).toBe(1);
  expect(out).toContain("payments-api");
  expect(err).toContain(`account globex (${otherAccountId.slice(0, 8)})`);
  const ran = await at.run(["list", "repositories", "--json"], ofAll(at));
  expect(ran.code).toBe(1);
  expect(jsonOf(ran)).toMatchObject({
    items: [{ name: "legacy" }, {}, {}, {}],
    diagnostics: [{ severity: "error", code: "service-error" }],
  });
});

test.each([
  ["analyzers", ["analyzers"]],
  ["policies", ["custom_policies"]],
  ["repositories", ["repositories", "configurations"]],
  ["configurations", ["repositories", "configurations"]],
])("list %s sends one GET for each list that it needs", async (kind, lists) => {
  const at = await desk();
  await at.run(["list", kind], named(at));
  expect(paths(at).sort()).toEqual(lists.map((list) => `GET /v1/accounts/${accountId}/${list}`).sort());
});

test("a list that comes in pages is counted on stderr where the service gives its length", async () => {
  const names = Array.from({ length: 35 }, (_, at) => `r${String(at)}`);
  const at = await desk({}, seedOf({ repositories: repositoriesNamed(names, null) }));
  at.emulator.setProfile({ page_size: 16, page_envelope: "pagination" });
  for (const argv of [["list", "repositories"], ["types"]])
    expect((await at.run(argv, { interactive: true, env: at.env })).err).toContain(
      "\r32 of 35 repositories\r35 of 35 repositories\n",
    );
});

test("names that are made to deceive are listed escaped, each on a line of its own, and are exact in the document", async () => {
  const hostile = ["\u001b[2Jgone", "a\nb", "two  words", "\u202eabc", "-"];
  const at = await desk({}, seedOf({ repositories: repositoriesNamed(hostile, null) }));
  const { out } = await at.run(["list", "repositories"]);
  expect(out.replaceAll("\n", "")).toMatch(/^[ -~]*$/);
  expect(out.split("\n")).toHaveLength(hostile.length + 2);
  for (const shown of [String.raw`"\u{1b}[2Jgone"`, '"two  words"', '"-"']) expect(out).toContain(shown);
  const ran = await at.run(["list", "repositories", "--json"]);
  expect(new Set(items(ran).map((each) => each["name"]))).toEqual(new Set(hostile));
  expect(ran.out).not.toContain("\u202e");
});

test("those of the same name are listed by id, in whatever order the service has them", async () => {
  const repositories = [...repositoriesNamed(["web", "web", "web"], null)].reverse();
  const at = await desk({}, seedOf({ repositories }));
  const { items } = jsonOf(await at.run(["list", "repositories", "--json"])) as { items: readonly { id: string }[] };
  expect(items.map(({ id }) => id)).toEqual([0, 1, 2].map(repositoryId));
});
