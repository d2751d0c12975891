import { groupBy } from "../../model/group-by";
import type { Settings } from "../../model/settings";
import { overall, type Verdict } from "./classify";
import { diff } from "./diff";

/** What it means to come from one configuration to the other, naming what gets weaker or may. */
export function moveVerdict(before: Settings, after: Settings): Verdict {
  const differences = diff(before, after);
  const verdict = overall(differences.map((each) => each.class));
  const groups = groupBy(differences, (each) => each.class);
  const unclear = groups.get("unclassified") ?? [];
  // a value that was set and is another now may take back what the others gain
  const blind = verdict === "strengthens" && unclear.some((each) => each.before !== undefined);
  const told = { class: blind ? "unclassified" : verdict } as const;
  if (!groups.has("weakens") && unclear.length === 0) return told;
  const words = {
    weakens: "weaker in",
    strengthens: "stronger in",
    unclassified: "of unknown direction:",
    neutral: "",
  };
  const note = (["weakens", "strengthens", "unclassified"] as const).flatMap((each) => {
    const paths = (groups.get(each) ?? []).map(({ path }) => path);
    return paths.length === 0 ? [] : [`${words[each]} ${paths.join(", ")}`];
  });
  return { ...told, note: note.join("; ") };
}
