import { TerraformStack, Testing } from "cdktf";
import { Comment, Configuration, RepositoryAssignments, RiskLevel, ScanformProvider } from "../../src/constructs";
import { matchers, type ScanformMatchers } from "../../src/testing";

expect.extend(matchers);

/** A stack of the framework's own app for tests, with a provider. */
export function stackOf(declare: (stack: TerraformStack) => void): TerraformStack {
  const stack = new TerraformStack(Testing.app(), "acme");
  new ScanformProvider(stack, "scanform");
  declare(stack);
  return stack;
}

/** The configurations strict and baseline. */
export function twoConfigurations(stack: TerraformStack): {
  readonly strict: Configuration;
  readonly baseline: Configuration;
} {
  const strict = new Configuration(stack, "strict", {
    name: "strict",
    comment: Comment.ENABLED,
    riskThreshold: 3,
    analyzers: {
      secrets: { enabled: true, blocking: true, excludes: ["test/**", "docs/**"] },
      xss: { blocking: true, riskLevel: RiskLevel.HIGH },
    },
  });
  const baseline = new Configuration(stack, "baseline", {
    name: "baseline",
    analyzers: { secrets: { enabled: true, blocking: true }, xss: { enabled: true, blocking: false } },
  });
  return { strict, baseline };
}

/** Routes legacy-monolith nowhere, payments-% to strict, and everything else to baseline. */
export const acme = (): TerraformStack =>
  stackOf((stack) => {
    const { strict, baseline } = twoConfigurations(stack);
    new RepositoryAssignments(stack, "routing", {
      rules: [
        { repositoryNames: ["legacy-monolith"], leave: true },
        { repositoryPattern: "payments-%", configuration: strict },
        { repositoryPattern: "%", configuration: baseline },
      ],
    });
  });

type Expectation = (expected: ScanformMatchers<unknown>) => unknown;

/** What the failed expectation, or its negation, says; nothing when it holds. */
export function failureOf(received: unknown, not?: "not"): ScanformMatchers<string> {
  const expected = not === undefined ? expect(received) : expect(received).not;
  const asked = (name: keyof typeof matchers) => {
    const matcher = expected[name] as (...given: readonly unknown[]) => unknown;
    return (...given: readonly unknown[]): string => thrownBy(() => matcher(...given));
  };
  return {
    toHaveConfiguration: asked("toHaveConfiguration"),
    toAssign: asked("toAssign"),
    toBlock: asked("toBlock"),
    toWeakenNothingComparedTo: asked("toWeakenNothingComparedTo"),
  };
}

/** The message of an expectation, which its negation must have too: neither of them holds. */
export function refusal(received: unknown, ask: Expectation): unknown {
  const [plain, negated] = [ask(failureOf(received)), ask(failureOf(received, "not"))];
  expect(negated).toBe(plain);
  return plain;
}

function thrownBy(act: () => unknown): string {
  try {
    act();
    return "";
  } catch (thrown) {
    return thrown instanceof Error ? thrown.message : String(thrown);
  }
}
