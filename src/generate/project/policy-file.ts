import { number, repositories as allOf } from "../../diagnostics/count";
import { enumeration } from "../../diagnostics/enumeration";
import { quoted } from "../../diagnostics/foreign-text";
import type { Observed } from "../../model/observed";
import type { Settings } from "../../model/settings";
import { compareText } from "../../model/fingerprint";
import { readableOnly } from "../../model/unreadable";
import { isBlocking } from "../../policy/built-in";
import { printed } from "../typescript/print";
import { array, string } from "../typescript/syntax";

/** The policies that hold for every repository of an account, as a module; or why there are none. */
export type PolicyFile = { readonly text: string } | { readonly none: string };

/**
 * `scanform.policy.ts` for what is live: that every repository has a configuration, and which analyzers block pull requests
 * in all of them. A plan without changes is not denied.
 */
export function policyFile({ configurations, repositories }: Observed): PolicyFile {
  if (repositories.length === 0) return { none: "the account has no repositories" };
  const without = repositories.filter(({ configuration_id: id }) => id === undefined);
  if (without.length > 0) {
    const have = without.length === 1 ? "has" : "have";
    const names = enumeration(without.map(({ id, name }) => quoted(name ?? id)).sort(compareText), mostNamed);
    return { none: `${number(without.length)} of ${allOf(repositories.length)} ${have} no configuration: ${names}` };
  }
  const settings = new Map(configurations.map((each) => [each.id, readableOnly(each.settings)]));
  const used = [...new Set(repositories.map(({ configuration_id: id }) => id))];
  const analyzers = blockingIn(used.map((id) => (id === undefined ? undefined : settings.get(id))));
  return { text: analyzers.length === 0 ? covered : blocking(analyzers) };
}

/** How many repositories without a configuration are named. */
const mostNamed = 10;

/** The slugs of the analyzers that block in all of them, in their order. */
const blockingIn = (all: readonly (Settings | undefined)[]): readonly string[] =>
  Object.keys(all[0]?.analyzers ?? {})
    .filter((slug) => all.every((settings) => isBlocking(settings, slug)))
    .sort();

const head =
  "/** What holds for every repository of the account. `scanform plan --policy` denies a plan that ends it. */";

const covered = `import { everyRepositoryCovered } from "scanform/policy";

${head}
export default [everyRepositoryCovered()];
`;

const blocking = (analyzers: readonly string[]): string =>
  `import { alwaysBlock, everyRepositoryCovered } from "scanform/policy";

/** These block pull requests in every repository. */
${printed([{ kind: "const", name: "analyzers", value: array(analyzers.map(string)) }])}
${head}
export default [everyRepositoryCovered(), alwaysBlock({ analyzers })];
`;
