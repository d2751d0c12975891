import { ScanformError } from "../../src/diagnostics/error";
import { type DesiredInput, desiredOf } from "../../src/library/input";
import { uuid } from "../reconcile/arbitrary";

const id = uuid("a", 1);
/** An id that differs in upper and lower case. */
const lettered = "abcdefab-0000-4000-8000-000000000001";

/** Every error of an input: its code, its path and its explanation. */
function refusals(input: unknown): readonly (readonly [string, string | undefined, string])[] {
  try {
    desiredOf(input as DesiredInput);
    return [];
  } catch (thrown) {
    if (!(thrown instanceof ScanformError)) throw thrown;
    return thrown.diagnostics.map(({ code, path, detail }) => [code, path, detail]);
  }
}

type Case = [what: string, input: unknown, code: string, path: string, detail: string];

const all = { repositoryPattern: "%" };

test.each<Case>([
  ["no object", 7, "declaration-invalid", "", "It: Invalid input: expected object, received number."],
  [
    "a name of blanks",
    { configurations: [{ name: "a" }, { name: " " }] },
    "declaration-invalid",
    "configurations[1].name",
    "configurations[1].name: must not be empty.",
  ],
  [
    "a former name that is the name itself",
    { configurations: [{ name: "a", renamedFrom: ["b", "a"] }] },
    "declaration-invalid",
    "configurations[0].renamedFrom",
    'configurations[0].renamedFrom: "a" is the name itself. Remove it.',
  ],
  [
    "a policy twice",
    {
      configurations: [
        { name: "a", settings: { code_policies: [{ id: lettered }, { id }, { id: lettered.toUpperCase() }] } },
      ],
    },
    "declaration-invalid",
    "configurations[0].settings.code_policies",
    `configurations[0].settings.code_policies names ${lettered} twice. Keep one of the entries.`,
  ],
  [
    "a name that is not declared",
    { configurations: [{ name: "a" }, { name: "b" }], rules: [{ configuration: "c", ...all }] },
    "reference-unknown",
    "rules[0].configuration",
    'rules[0].configuration: "c" is not declared; there are "a" and "b". Give { id } for one that is not declared.',
  ],
  [
    "a live configuration whose id is not a UUID",
    { rules: [{ configuration: { id: "strict" }, ...all }] },
    "declaration-invalid",
    "rules[0].configuration.id",
    "rules[0].configuration.id: must be a UUID.",
  ],
  ...[7, {}, { name: "a" }, { id, name: "a" }].map((configuration): Case => [
    `a rule for the configuration ${JSON.stringify(configuration)}`,
    { rules: [{ configuration, ...all }] },
    "declaration-invalid",
    "rules[0].configuration",
    "rules[0].configuration: Invalid input.",
  ]),
  [
    "a pattern that ends in the middle of an escape",
    { rules: [{ leave: true, repositoryPattern: "a\\" }] },
    "declaration-invalid",
    "rules[0].repositoryPattern",
    "rules[0].repositoryPattern: a pattern cannot end in a single backslash.",
  ],
  [
    "a selector of another type, without saying more of that rule",
    { rules: [{ leave: true, repositoryNames: "api" }] },
    "declaration-invalid",
    "rules[0].repositoryNames",
    "rules[0].repositoryNames: Invalid input: expected array, received string.",
  ],
])("refuses %s with a code, a path and an explanation", (_what, input, code, path, detail) => {
  expect(refusals(input)).toEqual([[code, path, detail]]);
});

test("tells everything that no type of a field says at once, configuration by configuration", () => {
  const configurations = [
    { name: " ", renamedFrom: [" "] },
    { name: "a", renamedFrom: ["a"] },
  ];
  const rules = [{ configuration: "b", ...all }];
  expect(refusals({ configurations, rules }).map(([code, path]) => [code, path])).toEqual([
    ["declaration-invalid", "configurations[0].name"],
    ["declaration-invalid", "configurations[0].renamedFrom"],
    ["declaration-invalid", "configurations[1].renamedFrom"],
    ["reference-unknown", "rules[0].configuration"],
  ]);
});
