import { type Json, read } from "./folder";

const id = "0c5a36f1-7f0e-4d0a-9a36-9d2f6f0f8a11";

/** What other resources refer to. Sets are written out of order and with repetitions. */
const declared: Json = {
  scanform_configuration: {
    base: {
      name: "base",
      show_scan_confirmation: true,
      risk_threshold: 3,
      analyzers: { xss: { enabled: true, excludes: ["b", "a", "b"] } },
      notifications: { integration_names: ["z", "y"] },
    },
  },
  scanform_configurations: {
    teams: { configurations: { web: { risk_threshold: 5, analyzers: { xss: { includes: ["d", "c", "d"] } } } } },
  },
  scanform_repository_assignments: {
    routing: { rules: [{ leave: true, repository_names: ["f", "e", "f"], repository_ids: [id] }] },
  },
  scanform_finding_triage: {
    known: { finding_id: id, category: "false_positive", justification: "No input reaches it.", expires: null },
  },
};

/** The configuration `it` with these attributes, beside them. */
const configured = (attributes: Json) => {
  const { scanform_configuration: base, ...others } = declared;
  const all = { ...(base as Json), it: { name: "it", ...attributes } };
  const { desired } = read({ resource: { ...others, scanform_configuration: all } });
  return desired.configurations.find(({ address }) => address === "scanform_configuration.it");
};

test.each([
  ["a whole number", "risk_threshold", "scanform_configuration.base.risk_threshold", 3],
  ["a flag", "show_scan_confirmation", "scanform_configuration.base.show_scan_confirmation", true],
  [
    "a number of a collection",
    "risk_threshold",
    'scanform_configurations.teams.configurations["web"].risk_threshold',
    5,
  ],
  ["a flag of an analyzer", "show_scan_confirmation", "scanform_configuration.base.analyzers.xss.enabled", true],
])("%s stays one when it passes through a function", (_what, attribute, reference, expected) => {
  const value = `\${lookup({ it = ${reference} }, "it")}`;
  expect(configured({ [attribute]: value })?.settings).toEqual({ [attribute]: expected });
});

test.each([
  ["of an analyzer", "scanform_configuration.base.analyzers.xss.excludes", "a,b"],
  ["of the notifications", "scanform_configuration.base.notifications.integration_names", "y,z"],
  [
    "of a configuration in a collection",
    "scanform_configurations.teams.configurations.web.analyzers.xss.includes",
    "c,d",
  ],
  ["of a rule", "scanform_repository_assignments.routing.rules[0].repository_names", "e,f"],
])("a set %s is in Terraform's order, without repetitions", (_what, reference, expected) => {
  expect(configured({ name: `\${join(",", ${reference})}` })?.name).toBe(expected);
});

test("a text that is null makes texts of its neighbours in a list, as in Terraform", () => {
  const name = "${tolist([scanform_finding_triage.known.expires, 1])[1]}";
  expect(configured({ name })?.name).toBe("1");
});

test("an attribute that an entry of a collection leaves out is null", () => {
  const comment = '${lookup({ it = scanform_configurations.teams.configurations["web"].comment }, "it")}';
  expect(configured({ comment })?.settings).toEqual({});
});
