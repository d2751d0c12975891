import { matcher } from "./matcher";
import { toAssign } from "./to-assign";
import { toBlock } from "./to-block";
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
