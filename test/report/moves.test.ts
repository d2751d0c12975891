import pc from "picocolors";
import { planText } from "../../src/report/text";
import { declared, live, planOf, repositories, routing, to } from "./plans";

const same = { comment: "enabled" } as const;

const plain = pc.createColors(false);

/** Repositories that move from `first` and `second` to two declared configurations that mean the same. */
const unfelt = () =>
  planOf(
    {
      configurations: ["third", "fourth"].map((name) => declared(name, name, same)),
      assignments: routing(
        { target: to("third"), repositoryPattern: "web-%" },
        { target: to("fourth"), repositoryPattern: "job-%" },
      ),
    },
    {
      configurations: ["first", "second", "third", "fourth"].map((name, at) => live(at + 1, name, same)),
      repositories: [
        ...repositories(["web-shop", "web-blog", "job-mail"], 1),
        ...repositories(["web-docs", "web-wiki", "web-help"], 2, 10),
      ],
    },
  );

test("repositories that move and feel what is neither weaker nor stronger are told once", () => {
  const quiet = declared("quiet", "quiet", { show_scan_confirmation: false });
  const plan = planOf(
    {
      configurations: [quiet],
      assignments: routing({ target: to("quiet"), repositoryPattern: "%" }),
    },
    {
      configurations: [live(1, "first", { show_scan_confirmation: true }), live(2, "quiet", quiet.settings)],
      repositories: repositories(["web"], 1),
    },
  );
  const text = planText(plan, plain);
  expect(text).toContain("NEUTRAL 1 repository");
  expect(text).not.toContain("UNAFFECTED");
});

test("repositories that move and feel nothing are told apart by the configurations between which they move", () => {
  const text = planText(unfelt(), plain);
  expect(text.slice(text.indexOf("UNAFFECTED"), text.indexOf("\n\nnot declared: "))).toBe(
    [
      "UNAFFECTED 6 repositories that move",
      "  > first -> fourth   1 repository",
      '      rule 2: job-%   namely "job-mail"',
      "",
      "  > first -> third   2 repositories",
      '      rule 1: web-%   namely "web-blog" and "web-shop"',
      "",
      "  > second -> third   3 repositories",
      '      rule 1: web-%   namely "web-docs", "web-help" and "web-wiki"',
    ].join("\n"),
  );
});
