import fc from "fast-check";
import { importAccount } from "../../../src/generate/import/import-account";
import { typescriptFiles } from "../../../src/generate/import/typescript/typescript-files";
import { configuration, randomAccount, repository, textOf } from "../accounts";
import { formatted } from "../formatted";
import { snapshotOf } from "../../../src/generate/types/snapshot";
import { accountId } from "../../../src/model/ids";
import { accountId as id } from "../../support/account";
import { slugs, uuid } from "../../reconcile/arbitrary";
import { sameAsLive } from "../same-as-live";
import { lengthOf, type Shape, structured } from "../structured";
import { importCode } from "../../../src/generate/import/import-code";
import type { Observed } from "../../../src/model/observed";
import type { Settings } from "../../../src/model/settings";
import { triagesCode } from "../../../src/generate/import/triages";
import type { FindingSummary } from "../../../src/model/findings";
import type { Dismissal } from "../../../src/reconcile/refresh/decided-findings";
import { anyText } from "../../support/any-text";
import { printed } from "../../../src/generate/typescript/print";
import {
  array,
  call,
  code,
  type Expression,
  object,
  type Statement,
  string,
} from "../../../src/generate/typescript/syntax";

test("the code of a random account gives the account back", () => {
  fc.assert(
    fc.property(randomAccount, fc.boolean(), (account, flat) => {
      sameAsLive(account, flat);
    }),
    { numRuns: 20 },
  );
});

test("the code is formatted as prettier would", async () => {
  await fc.assert(
    fc.asyncProperty(randomAccount, fc.boolean(), async (account, flat) => {
      const text = textOf(importAccount(account, { flat }), { policies: account.policies ?? [], flat });
      expect(text).toBe(await formatted(text));
    }),
    { numRuns: 10 },
  );
});

test("each file of a team is formatted as prettier would, and so are constants of names", async () => {
  const { account } = structured({ bases: 3, configurations: 46, repositories: 150, seed: 9, presets: true });
  const [random] = fc.sample(randomAccount, { numRuns: 1, seed: 3 });
  const analyzers = slugs.map((slug, at) => ({ id: uuid("e", at), slug }));
  const policies = account.policies ?? [];
  const types = snapshotOf(accountId(id), { analyzers, policies, repositories: [] });
  const all = [
    typescriptFiles(importAccount(account), { split: true, types, policies, rulesApart: true }),
    typescriptFiles(importAccount(random ?? account), { split: true }),
  ];
  expect(Object.keys(all[0]?.more ?? {}).length).toBeGreaterThan(10);
  for (const { text, more } of all)
    for (const each of [text, ...Object.values(more)]) expect(each).toBe(await formatted(each));
});

const shapes: readonly Shape[] = [
  { bases: 1, configurations: 4, repositories: 40, seed: 1, presets: true },
  { bases: 3, configurations: 30, repositories: 600, seed: 3, presets: false },
  { bases: 6, configurations: 107, repositories: 1500, seed: 5, presets: true },
];

test.each(shapes)(
  "the code of $configurations configurations takes at most 1.3 times that of their app, with presets: $presets",
  (shape) => {
    const { source, account } = structured(shape);
    sameAsLive(account, false);
    expect(lengthOf(textOf(importAccount(account))) / lengthOf(source)).toBeLessThanOrEqual(1.3);
  },
);

describe("HCL", () => {
  const hclOf = (account: Observed) => importCode(account, "hcl");

  test("imports a configuration by its id, with all of its settings", () => {
    const settings: Settings = {
      comment: "silent",
      risk_threshold: 3,
      analyzers: { "sql-injection": { enabled: true, excludes: ["test/**"] }, xss: { enabled: false } },
      code_policies: [
        { id: uuid("c", 1), enabled: true },
        { id: uuid("c", 2), enabled: true, blocking: false },
      ],
      notifications: { enabled: true, integration_names: [] },
    };
    const { fileName, text, more } = hclOf({ configurations: [configuration(1, "a-b-c", settings)], repositories: [] });
    expect({ fileName, more }).toEqual({ fileName: "imported.tf", more: {} });
    expect(text).toBe(`import {
  to = scanform_configuration.a_b_c
  id = "${uuid("a", 1)}"
}

resource "scanform_configuration" "a_b_c" {
  name           = "a-b-c"
  comment        = "silent"
  risk_threshold = 3
  notifications = {
    enabled           = true
    integration_names = []
  }
  analyzers = {
    "sql-injection" = {
      enabled  = true
      excludes = ["test/**"]
    }
    "xss" = {
      enabled = false
    }
  }
  code_policies = {
    "${uuid("c", 1)}" = {
      enabled = true
    }
    "${uuid("c", 2)}" = {
      enabled  = true
      blocking = false
    }
  }
}
`);
  });

  test("writes rules that name repositories, leave those without a configuration, and select one without a name by its id", () => {
    const configurations = [configuration(1, "strict"), configuration(2, "relaxed")];
    const repositories = [
      ...Array.from({ length: 20 }, (_, at) => repository(10 + at, `web-${String(at)}`, 1)),
      repository(2, "api", 2),
      repository(3, "web-old"),
      repository(4, undefined, 1),
    ];
    const { text } = hclOf({ configurations, repositories });
    expect(text.slice(text.indexOf('resource "scanform_repository_assignments"')))
      .toBe(`resource "scanform_repository_assignments" "routing" {
  # The first rule that matches decides, for repositories created later too.
  rules = [
    # These have no configuration, and stay as they are whatever later rules say.
    {
      leave            = true
      repository_names = ["web-old"]
    },
    {
      configuration_id = scanform_configuration.relaxed.id
      repository_names = ["api"]
    },
    {
      configuration_id = scanform_configuration.strict.id
      repository_ids   = ["${uuid("b", 4)}"]
    },
    {
      configuration_id   = scanform_configuration.strict.id
      repository_pattern = "web-%"
    },
  ]
}
`);
  });

  test("writes one rule, and no resource of rules where there is none", () => {
    const configurations = [configuration(1, "strict")];
    expect(hclOf({ configurations, repositories: [repository(1, "web", 1)] }).text).toMatch(
      /resource "scanform_repository_assignments" "routing" \{\n {2}# The first rule that matches decides, for repositories created later too\.\n {2}rules = \[\n {4}\{\n {6}configuration_id +=/,
    );
    expect(hclOf({ configurations, repositories: [] }).text).not.toContain("scanform_repository_assignments");
  });

  test("HCL says that the rule for all the others is for repositories to come", () => {
    const repositories = Array.from({ length: 30 }, (_, at) =>
      repository(at + 1, `${String.fromCharCode(97 + (at % 26))}${String(at)}x`, 1),
    );
    expect(hclOf({ configurations: [configuration(1, "strict")], repositories }).text).toContain(
      "  # The first rule that matches decides. The last one is for all the others,\n" +
        "  # and so for repositories that are created later.\n  rules = [\n",
    );
  });

  test("writes names as data, whatever they hold", () => {
    const name = 'a${b}%{c}"\\\n\u{e0001}\u202e$$ %d';
    expect(hclOf({ configurations: [configuration(1, name)], repositories: [] }).text).toContain(
      `  name = "a$\${b}%%{c}\\"\\\\\\n\\U000e0001\\u202e$$ %d"\n`,
    );
  });

  test.each(["typescript", "hcl"] as const)("prints no command to the runner of a pipeline, as %s", (format) => {
    const name = "a##vso[task.complete]";
    const live = { configurations: [configuration(1, name)], repositories: [repository(1, name, 1)] };
    const { text } = importCode(live, format);
    expect(text).toContain("\\u0023#vso[task.complete]");
    expect(text).not.toContain("##vso");
  });

  test.each([["half of a character", "a\ud83d", "half of a character"]])(
    "leaves out a name with %s, since Terraform would not give it back",
    (_, name, reason) => {
      const { imported, unexpressed } = hclOf({ configurations: [configuration(1, name)], repositories: [] });
      expect(imported.configurations).toEqual([]);
      expect(unexpressed[0]?.reason).toContain(reason);
    },
  );

  test("writes the older of two configurations with one name, since the provider holds no two", () => {
    const account = { configurations: [configuration(2, "strict"), configuration(1, "strict")], repositories: [] };
    expect(hclOf(account).imported.configurations.map(({ id }) => id)).toEqual([uuid("a", 1)]);
    expect(importCode(account, "typescript").imported.configurations).toHaveLength(2);
  });

  /** Four configurations with these analyzers, which differ in their risk thresholds. */
  const four = (analyzersOf: (at: number) => Settings["analyzers"]): Observed => ({
    configurations: [1, 2, 3, 4].map((at) =>
      configuration(at, `team-${String(at)}`, { analyzers: analyzersOf(at), risk_threshold: at }),
    ),
    repositories: [],
  });

  const slugs = Array.from("abcdefgh", (letter) => `${letter}-analyzer`);

  test("uses bases in TypeScript alone, and not where it is asked for none", () => {
    const account = four((at) =>
      Object.fromEntries(
        slugs.map((slug, index) => [slug, { enabled: true, blocking: index !== at, excludes: [`${slug}/**`] }]),
      ),
    );
    const basesIn = (format: "typescript" | "hcl", options = {}) =>
      importCode(account, format, options).imported.bases.length;
    expect([basesIn("typescript"), basesIn("hcl")]).toEqual([1, 0]);
    expect(basesIn("typescript", { flat: true })).toBe(0);
    expect(importCode(account, "typescript").gain).toMatch(
      / in \d+ lines, with 1 set of shared settings \(\d+ lines without\); 0 rules /,
    );
    expect(importCode(account, "typescript", { flat: true }).text).not.toContain("Configuration.extend");
  });

  test("uses no base that saves less than a fifth of the lines of those that extend it", () => {
    const account = four(() =>
      Object.fromEntries(slugs.map((slug) => [slug, { enabled: true, blocking: slug < "d", silent: false }])),
    );
    expect(importAccount(account).bases).toHaveLength(1);
    const { text, gain } = importCode(account, "typescript");
    expect(text).not.toContain("Configuration.extend");
    expect(text).toContain("each(");
    expect(gain).toContain(", with shared constants (");
  });
});

const dismissal = (digit: number, finding: Partial<FindingSummary> = {}): Dismissal => ({
  findingId: uuid("f", digit),
  category: "accepted_risk",
  finding: { title: "Open redirect", severity: "high", ...finding },
});

const [full, second] = [
  dismissal(1, { file: "src/go.ts", repository: "web" }),
  dismissal(2, { title: "open redirect" }),
];

test("writes a construct for each triage, which lacks its justification", async () => {
  const { fileName, text } = triagesCode([full, second], "typescript", { framework: "cdktf", number: 2 });
  expect(fileName).toBe("triages-2.ts");
  expect(text).toContain(`export class ImportedTriages2 extends Construct {
  constructor(scope: Construct, id: string) {
    super(scope, id);

    // high: Open redirect, src/go.ts in web
    new FindingTriage(this, "open-redirect", {
      findingId: "${uuid("f", 1)}",
      category: TriageCategory.ACCEPTED_RISK,
      // justification: "",
    });

    // high: open redirect
    new FindingTriage(this, "open-redirect-2", {
      findingId: "${uuid("f", 2)}",
      category: TriageCategory.ACCEPTED_RISK,
      // justification: "",
    });
  }
}
`);
  expect(await formatted(text)).toBe(text);
});

test("writes a resource for each triage, which lacks its justification, and imports it by the finding's id", () => {
  expect(triagesCode([full], "hcl", { framework: "cdktn" })).toEqual({
    fileName: "triages.tf",
    text: `import {
  to = scanform_finding_triage.open_redirect
  id = "${uuid("f", 1)}"
}

# high: Open redirect, src/go.ts in web
resource "scanform_finding_triage" "open_redirect" {
  finding_id = "${uuid("f", 1)}"
  category   = "accepted_risk"
  # justification = ""
}
`,
  });
});

test("whatever a finding is called, the rest of the code is the same, as prettier writes it", async () => {
  const plain = /^ +\/\/ .*|(?<=FindingTriage\(this, )"[a-z][a-z0-9-]*"(?=, \{)/gmu;
  const shape = (text: string): string => text.replace(plain, "");
  const usual = shape(triagesCode([full], "typescript", { framework: "cdktn" }).text);
  const title = fc.oneof(
    anyText(),
    fc.string({ minLength: 60 }),
    fc.constantFrom("constructor", "\u2028", "\r\n*/", ""),
  );
  const property = fc.asyncProperty(title, async (each) => {
    const { text } = triagesCode([dismissal(1, { title: each, file: each })], "typescript", { framework: "cdktn" });
    expect(shape(text)).toBe(usual);
    expect(await formatted(text)).toBe(text);
  });
  await fc.assert(property, { numRuns: 15 });
});

const text = fc.oneof(
  fc.stringMatching(/^[a-z][a-z-]{0,20}$/),
  fc.stringMatching(/^[a-z -]{30,90}$/),
  // an ideograph and an emoji take two columns, a mark upon a letter none
  fc.string({
    unit: fc.constantFrom("a", "日", "本", "é", "e\u0301", "נ\u05bc", "किं", "👍", "👩\u200d🚀", "한"),
    maxLength: 45,
  }),
  fc.constantFrom(
    'say "hi"',
    "it's",
    `"both" '`,
    "${x}",
    "a\\b",
    "\u2028",
    "\ud800",
    "\u202e",
    "`",
    "\u0000",
    "é",
    "*/",
  ),
);

// a key of half a line or more is still valid, if not always laid out as prettier does
const key = text.map((each) => each.slice(0, 30));

const { expression } = fc.letrec<{ expression: Expression }>((tie) => ({
  expression: fc.oneof(
    { depthSize: "small" },
    text.map(string),
    fc.constantFrom("true", "undefined", "3", "Comment.ENABLED").map(code),
    fc.array(tie("expression"), { maxLength: 4 }).map(array),
    fc
      .uniqueArray(fc.tuple(key, tie("expression")), { maxLength: 4, selector: ([key]) => key })
      .map((members) => object(members.map(([key, value]) => ({ key, value })))),
    fc
      .array(text, { minLength: 1, maxLength: 5 })
      .map((slugs) => object([{ spread: call("each", code("blocking"), array(slugs.map(string))) }])),
  ),
}));

const settings = fc
  .uniqueArray(fc.tuple(key, expression), { maxLength: 4, selector: ([key]) => key })
  .map((members) => object([{ key: "name", value: string("x") }, ...members.map(([key, value]) => ({ key, value }))]));

const statement: fc.Arbitrary<Statement> = fc.oneof(
  settings.map((value): Statement => ({ kind: "const", name: "hardened", type: "ConfigurationSettings", value })),
  expression.map((value): Statement => ({ kind: "const", name: "shared", value })),
  fc.tuple(text, settings).map(([id, value]): Statement => ({
    kind: "do",
    value: call("new Configuration", code("this"), string(id), value),
  })),
  fc.tuple(text, settings).map(([id, value]): Statement => ({
    kind: "do",
    value: call("Configuration.extend", code("this"), string(id), code("hardened"), value),
  })),
);

// Many statements at once, since each call of prettier takes longer than a statement.
test("prints what prettier would", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(statement, { minLength: 15, maxLength: 15 }), async (statements) => {
      const ours = printed(statements);
      expect(ours).toBe(await formatted(ours));
    }),
    { numRuns: 10 },
  );
});
