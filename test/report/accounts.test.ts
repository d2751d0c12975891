import fc from "fast-check";
import pc from "picocolors";
import type { Plan } from "../../src/reconcile/plan/plan";
import { expectHarmless } from "./harmless";
import { hostileName, raw } from "./hostile";
import { declared, live, planOf, repositories, rich } from "./plans";
import { accountKey, isPlanned, plannedIn } from "../../src/report/document";
import { accountDocuments, outcomeText, planDocument, plansMarkdown, plansText } from "./rendered";
import { error, warning } from "../../src/diagnostics/diagnostic";
import { address } from "../../src/model/ids";
import type { Applied } from "../../src/reconcile/apply/apply";
import { accountDocument, appliedDocuments } from "../../src/report/make-document";

const plain = pc.createColors(false);
const textOf = (plans: readonly Plan[], columns = 80): readonly string[] =>
  plansText(plans, { colors: plain, columns }).split("\n");

/** An account with so many repositories that get weaker, stronger, or stay. */
function accountOf(name: string, kind: "weaker" | "stronger" | "same", many = 1, slug = "xss"): Plan {
  const settings = (blocking: boolean) => ({ analyzers: { [slug]: { enabled: true, blocking } } });
  return planOf(
    { configurations: [declared("one", "one", settings(kind === "stronger"))], assignments: [] },
    {
      configurations: [live(1, "one", settings(kind === "weaker"))],
      repositories: repositories(
        Array.from({ length: many }, (_, at) => `web-${String(at)}`),
        1,
      ),
    },
    name,
  );
}

const hundred = (nameOf: (at: number) => string): readonly Plan[] =>
  Array.from({ length: 100 }, (_, at) =>
    accountOf(nameOf(at), at === 75 ? "weaker" : at % 40 === 0 ? "stronger" : "same", at === 75 ? 7 : 1, nameOf(at)),
  );

test("text of 100 accounts has one verdict, and the worst account within its first 20 lines", () => {
  const lines = textOf(hundred((at) => `team-${String(at)}`));
  expect(lines[0]).toBe("WEAKENS 7 of 106 repositories in 1 of 100 accounts");
  const first = lines.slice(0, 20).join("\n");
  expect(first).toContain("account team-75 (5f0c41d2)");
  expect(first).toContain("WEAKENS 7 of 7 repositories");
  expect(first).toMatch(/team-75 no longer blocks pull requests\s+7 repositories, 1 configuration/);
  expect(lines.find((line) => line.startsWith("no changes in"))).toMatch(
    /^no changes in 96 accounts: such as team-1, team-2, .* and 9\d more$/,
  );
  expect(lines.length).toBeLessThan(250);
});

test("accounts that are not shown in detail have a line each, the worst first", () => {
  const plans = Array.from({ length: 14 }, (_, at) => accountOf(`team-${String(at)}`, "weaker", at + 1));
  const lines = textOf(plans);
  expect(lines.filter((line) => line.startsWith("account team-")).map((line) => /team-\d+/.exec(line)?.[0])).toEqual(
    plans.map((_, at) => `team-${String(13 - at)}`),
  );
  expect(lines).toContain("account team-0 (5f0c41d2)   WEAKENS 1 of 1 repository");
});

test.each([
  ["weakens", ["same", "stronger", "weaker"] as const],
  ["strengthens", ["same", "stronger"] as const],
  ["unaffected", ["same", "same"] as const],
])("a document says what all accounts get together, the worst first: %s", (kind, kinds) => {
  const document = planDocument(kinds.map((each, at) => accountOf(String(at), each, at + 1)));
  const { overall } = document;
  const accounts = plannedIn(document);
  expect(overall).toMatchObject({ class: kind, accounts: kinds.length, deletions: 0, triages: { set: 0, remove: 0 } });
  expect(overall.changed).toBe(kinds.filter((each) => each !== "same").length);
  const sum = accounts.reduce((all, { summary }) => all + summary.repositories.unaffected, 0);
  expect(overall.repositories.unaffected).toBe(sum);
  if (kind !== "unaffected")
    expect(accounts.map(({ account }) => account.name)).toEqual(kinds.map((_, at) => String(kinds.length - 1 - at)));
});

test("an account of one service is the same account, with or without a slash at the end of the address", () => {
  const [account] = accountDocuments([accountOf("acme", "weaker")]);
  if (account === undefined) throw new Error("no account");
  const at = (url: string) => accountKey({ account: { ...account.account, base_url: url } });
  expect(at("http://h/")).toBe(at("http://h"));
  expect(at("http://h/eu/")).toBe(at("http://H/eu"));
  expect(at("http://h/eu")).not.toBe(at("http://h"));
});

test("an account that deletes comes before those that get stronger", () => {
  const old = live(1, "old", {});
  const deletes = planOf(
    { configurations: [], assignments: [], deletions: [old.id] },
    { configurations: [old], repositories: [] },
    "deletes",
  );
  const { accounts } = planDocument([accountOf("stronger", "stronger", 9), deletes]);
  expect(accounts.map(({ account }) => account.name)).toEqual(["deletes", "stronger"]);
});

test("Markdown of 100 accounts, whatever their names, is one comment, the worst account first", () => {
  fc.assert(
    fc.property(hostileName, fc.integer({ min: 1, max: 30 }), (name, times) => {
      const markdown = plansMarkdown(hundred((at) => `${String(at)}${name.repeat(times)}`));
      expectHarmless(markdown);
      expect(markdown).toContain("**WEAKENS 7 of 106 repositories in 1 of 100 accounts**");
      expect(markdown.indexOf("WEAKENS 7 of 7 repositories")).toBeLessThan(6_000);
    }),
    { numRuns: 1 },
  );
});

test("Markdown of 100 accounts that all get weaker counts those that there is no room for", () => {
  const plans = Array.from({ length: 100 }, (_, at) => accountOf(`team-${String(at)}`, "weaker", (at % 5) + 1));
  const markdown = plansMarkdown(plans);
  expectHarmless(markdown);
  expect(markdown).toContain("**WEAKENS 300 of 300 repositories in 100 of 100 accounts**");
  expect(markdown).toMatch(/^and \d+ more accounts: WEAKENS [\d,]+ of [\d,]+ repositories$/m);
});

test("no name begins a line in the text of several accounts", () => {
  fc.assert(
    fc.property(hostileName, hostileName, (one, other) => {
      const lines = textOf([accountOf(one, "weaker"), accountOf(other, "same"), accountOf(one, "same")]);
      expect(lines.filter((line) => raw.test(line))).toEqual([]);
      for (const line of lines) expect(line).toMatch(/^$|^ {2}|^account |^WEAKENS |^no changes in |^digest /);
    }),
    { numRuns: 10 },
  );
});

const applied: Applied = {
  outcomes: [
    { address: address("scanform_configuration.strict"), status: "succeeded", requestId: "r-1" },
    { address: address("scanform_configuration.open"), status: "failed", error: "no" },
  ],
  sent: 5,
  verified: false,
  wrote: true,
  unread: false,
  diagnostics: [error("write-failed", "It was refused.")],
  created: new Map(),
  unexpected: [],
};
const codes = (diagnostics: readonly { readonly code: string }[]) => diagnostics.map(({ code }) => code);

/** The document of the only account. */
function appliedTo(plan: ReturnType<typeof rich>, became: Applied) {
  const document = planDocument([plan]);
  const applies = new Map(document.accounts.filter(isPlanned).map((each) => [each, became]));
  return appliedDocuments(document, applies).accounts[0];
}

test("a document of an apply says what the plan warned of, and then what went wrong", () => {
  const plan = { ...rich(), diagnostics: [warning("rule-matches-nothing", "Nothing is called so.")] };
  const account = appliedTo(plan, applied);
  expect(codes(account?.diagnostics ?? [])).toEqual(["rule-matches-nothing", "write-failed"]);
  expect(account).toMatchObject({
    verified: false,
    requests: { planned: plan.requests.planned, sent: 5 },
    outcomes: [
      { address: "scanform_configuration.strict", status: "succeeded", request_id: "r-1" },
      { address: "scanform_configuration.open", status: "failed", error: "no" },
    ],
  });
});

test("an outcome says what somebody else has changed, with null where nothing is set", () => {
  const changed = [
    { path: "comment", planned: "silent", found: "enabled" },
    { path: "name", found: "x" },
  ];
  const outcome = {
    address: address("scanform_configuration.a"),
    status: "skipped",
    code: "changed-since-planned",
  } as const;
  const document = appliedTo(rich(), {
    ...applied,
    outcomes: [{ ...outcome, error: "Plan again.", changed }],
  });
  expect(document).toHaveProperty("outcomes", [
    {
      ...outcome,
      error: "Plan again.",
      changed: [
        { path: "comment", planned: "silent", found: "enabled" },
        { path: "name", planned: null, found: "x" },
      ],
    },
  ]);
});

test("a document of a plan says why it is refused, and then what it warns of", () => {
  const plan = {
    ...rich(),
    refusals: [error("delete-too-many", "Too many.")],
    diagnostics: [warning("rule-matches-nothing", "Nothing is called so.")],
  };
  expect(codes(accountDocument(plan).diagnostics)).toEqual(["delete-too-many", "rule-matches-nothing"]);
});

const at = address("scanform_configuration.strict");
const succeeded = { address: at, status: "succeeded" } as const;
const skipped = { address: at, status: "skipped", error: "Something before it failed." } as const;
const failed = { address: at, status: "failed", error: "no" } as const;

/** What is said of an apply. */
function outcomeOf(given: Partial<Applied>): string {
  const usual = { outcomes: [succeeded], sent: 1, verified: false, wrote: true, unread: false, diagnostics: [] };
  return outcomeText({ ...usual, created: new Map(), unexpected: [], ...given }).trimEnd();
}

test("what somebody else has changed is counted, and left to its diagnostic", () => {
  const conflict = { ...skipped, code: "changed-since-planned" } as const;
  const text = outcomeOf({ outcomes: [succeeded, conflict] });
  expect(text).toContain("Applied with 1 request: 1 configuration. Skipped: 1 configuration.");
  expect(text).not.toContain(at);
});

test.each<[string, Partial<Applied>, RegExp]>([
  ["all was read back as planned", { verified: true }, /^Read back: the service holds all that was planned\.$/],
  ["it could not be read back", { unread: true }, /^The service could not be read back/],
  ["what was sent has failed", { outcomes: [failed, skipped] }, /^The service does not hold all that was planned\./],
  [
    "it was so without a request, and is not any more",
    { sent: 0 },
    /^The service does not hold all that was planned\./,
  ],
])("the last line of an outcome says where %s", (_what, given, expected) => {
  expect(outcomeOf(given).split("\n").at(-1)).toMatch(expected);
});
