import { importAccount } from "../../../src/generate/import/import-account";
import { importCode } from "../../../src/generate/import/import-code";
import type { Observed } from "../../../src/model/observed";
import type { Settings } from "../../../src/model/settings";
import { uuid } from "../../reconcile/arbitrary";
import { configuration, repository } from "../accounts";

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

test("says that the rule for all the others is for repositories to come", () => {
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
