import { type Diagnostic, warning } from "../../diagnostics/diagnostic";
import type { DesiredConfiguration } from "../../model/desired";
import type { Configuration } from "../../model/entities";
import { unreadableIn } from "../../model/field-decoder";
import type { Address } from "../../model/ids";
import { type Leaf, leavesOf, overlap, pathOf, settingsOf } from "../../model/leaves";
import type { Problem } from "../../model/problem";

interface Readable {
  readonly configurations: readonly DesiredConfiguration[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * The declared configurations without the leaves whose live values are of another kind than their field, such as `"3"`
 * for a number: those stay as they are, each with a warning. Where one is among the analyzers, no analyzer is removed.
 */
export function withoutUnreadable(
  desired: readonly DesiredConfiguration[],
  live: ReadonlyMap<Address, Configuration>,
): Readable {
  const diagnostics: Diagnostic[] = [];
  const configurations = desired.map((declared): DesiredConfiguration => {
    const held = live.get(declared.address);
    const problems = held === undefined ? [] : unreadableIn(held.settings);
    if (held === undefined || problems.length === 0) return declared;
    const places = problems.map(leafOf);
    const { address, settings, exclusiveAnalyzers, ...rest } = declared;
    for (const [at, { sentence }] of problems.entries()) {
      const path = pathOf(places[at] ?? { setting: "" });
      const detail = `${path} of the live configuration ${JSON.stringify(held.name ?? held.id)} ${sentence}. It is left as it is; correct it in the dashboard.`;
      diagnostics.push(warning("value-unreadable", detail, { address, path }));
    }
    if (declared.whole === true) return declared; // it has the live values themselves
    const leaves = [...leavesOf(settings)].filter(([, leaf]) => !places.some((place) => overlap(place, leaf)));
    const isExclusive = exclusiveAnalyzers === true && !places.some(({ setting }) => setting === "analyzers");
    return {
      ...rest,
      address,
      settings: settingsOf(new Map(leaves)),
      ...(isExclusive ? { exclusiveAnalyzers } : {}),
    };
  });
  return { configurations, diagnostics };
}

/** The leaf that a problem is in. A list of policies is one, since it is declared as a whole. */
function leafOf({ path }: Problem): Leaf {
  const [setting = "", second, third] = path.map((step) => (typeof step === "object" ? step.key : String(step)));
  if (second === undefined || setting === "code_policies") return { setting };
  if (setting !== "analyzers") return setting === "notifications" ? { setting, field: second } : { setting };
  return third === undefined ? { setting, key: second } : { setting, key: second, field: third };
}
