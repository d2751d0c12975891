import { Configuration, Repository, ScanformProvider } from "../../src/constructs";
import { id, linesOf, other, problemsOf } from "./synth";

const lines = (declare: Parameters<typeof problemsOf>[0]): readonly string[] =>
  linesOf(problemsOf(declare)).map((each) => each.trim().replace(/ \(at [^)]*\)$/, ""));

test("two provider blocks of one account are refused, with both aliases", () => {
  expect(
    lines((stack) => {
      const provider = new ScanformProvider(stack, "east", { alias: "east", accountId: id });
      new ScanformProvider(stack, "west", { alias: "west", accountId: id.toUpperCase() });
      new Configuration(stack, "strict", { name: "strict", provider });
    }),
  ).toEqual([
    `[acme] "acme/west": accountId is "${id.toUpperCase()}", which another provider block names. Keep one of them: this, or the one with the alias "east".`,
  ]);
});

test("a construct that chooses none of several provider blocks is shown their aliases", () => {
  const declare =
    (isChosen: boolean): Parameters<typeof problemsOf>[0] =>
    (stack) => {
      const provider = new ScanformProvider(stack, "east", { alias: "east", accountId: id });
      new ScanformProvider(stack, "west", { alias: "west", accountId: other });
      const options = isChosen ? { provider } : {};
      new Configuration(stack, "strict", { name: "strict", ...options });
      Repository.fromName(stack, "api", "api", options);
    };
  expect(lines(declare(true))).toEqual([]);
  expect(lines(declare(false))).toEqual([
    expect.stringMatching(
      /^\[acme\] "acme\/strict": provider is missing, and each provider block has an alias\. Give it the provider of one of them: "east" and "west"\. The same in 1 more place: "acme\/api" provider /,
    ),
  ]);
});

test("a provider block without an alias is that of whatever chooses none", () => {
  expect(
    lines((stack) => {
      new ScanformProvider(stack, "scanform");
      new ScanformProvider(stack, "east", { alias: "east", accountId: id });
      new ScanformProvider(stack, "west", { alias: "west", accountId: other });
      new Configuration(stack, "strict", { name: "strict" });
    }),
  ).toEqual([]);
});
