import type { RepositoryChoice } from "./arguments";
import { type ConfigurationChoice, toAssign } from "./assignment";
import type { ExpectedSettings } from "./expected-settings";
import { matcher } from "./matcher";
import type { AccountOption, Snapshot } from "./snapshot";
import { type Finding, toBlock } from "./to-block";
import { toHaveConfiguration } from "./to-have-configuration";
import { toWeakenNothingComparedTo } from "./to-weaken-nothing";

/**
 * For `expect.extend(matchers)` in Jest and Vitest. They take a stack, an app, a synthesized folder or a `snapshot`.
 * `ScanformMatchers` describes each.
 */
export const matchers = {
  toHaveConfiguration: matcher(toHaveConfiguration),
  toAssign: matcher(toAssign),
  toBlock: matcher(toBlock),
  toWeakenNothingComparedTo: matcher(toWeakenNothingComparedTo),
};

/** What `expect.extend(matchers)` adds to `expect(stack)`. */
export interface ScanformMatchers<R> {
  /**
   * A configuration of this name is declared, with these settings: `{ riskThreshold: 3, analyzers: { secrets: { blocking:
   * true } } }`. What is not named may be anything; a list is compared whole, in any order.
   *
   * @example expect(stack).toHaveConfiguration("strict", { analyzers: { secrets: { blocking: true } } });
   */
  toHaveConfiguration(name: string, settings?: ExpectedSettings, options?: AccountOption): R;

  /**
   * The rules give a configuration to a repository: the first rule that matches decides. Null: no rule matches, or the one
   * that does leaves it as it is. A repository that rules select by its id and by its name is given as `{ name, id }`.
   *
   * @example
   * expect(stack).toAssign("payments-api", "strict");
   * expect(stack).toAssign("legacy-monolith", null);
   */
  toAssign(repository: RepositoryChoice, configuration: ConfigurationChoice, options?: AccountOption): R;

  /**
   * A finding of this analyzer fails the scan of a pull request in this repository, as in the emulator. What an
   * entry does not declare counts as not set in the service, and an analyzer without `enabled` as on. Where a repository is
   * left as it is, or the analyzer is not declared, nothing is known: neither this nor its negation holds.
   *
   * @example
   * expect(stack).toBlock({ analyzer: "secrets", repository: "payments-api" });
   * expect(stack).not.toBlock({ analyzer: "secrets", repository: "web", severity: "low", file: "test/key.ts" });
   */
  toBlock(finding: Finding): R;

  /**
   * No declared setting and no rule makes scanning weaker than in the snapshot, by the verdict of the plan, as far as that
   * is known without the account: of configurations by their names, and of repositories of any name and id, as `--base`
   * compares the rules of two declarations. In the name of an example, `…` is a text that no rule names. What only changes
   * in a way whose direction is not known, such as a risk threshold, is not weaker.
   *
   * @example
   * const before = snapshot(stack);
   * strict.override('analyzers["secrets"].excludes', ["test/**"]);
   * expect(stack).not.toWeakenNothingComparedTo(before);
   */
  toWeakenNothingComparedTo(before: Snapshot): R;
}

declare global {
  /** Of @types/jest. Vitest takes matchers from the same interface; without either it is never used. */
  namespace jest {
    interface Matchers<R> {
      toHaveConfiguration: ScanformMatchers<R>["toHaveConfiguration"];
      toAssign: ScanformMatchers<R>["toAssign"];
      toBlock: ScanformMatchers<R>["toBlock"];
      toWeakenNothingComparedTo: ScanformMatchers<R>["toWeakenNothingComparedTo"];
    }
  }
}
