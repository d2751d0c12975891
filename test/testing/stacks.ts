import { TerraformStack, Testing } from "cdktf";
import { Comment, Configuration, RepositoryAssignments, RiskLevel, ScanformProvider } from "../../src/constructs";
import { matchers } from "../../src/testing";

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

/** What a failed expectation says, without colours; nothing when it holds. */
export function failureOf(expectation: () => void): string {
  try {
    expectation();
    return "";
  } catch (thrown) {
    return thrown instanceof Error ? thrown.message : String(thrown);
  }
}
