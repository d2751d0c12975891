import { decode } from "./decoder";
import { fieldsDecoder } from "./field-decoder";
import { own, texts, values } from "./json";
import { type Leaf, leavesOf, overlap, settingsOf } from "./leaves";
import type { Problem } from "./problem";
import { type Settings, settingsAsAWhole, settingsFields } from "./settings";
import { kindOf } from "./value-kind";

/** A live value of another kind than its field, such as `"3"` for a number. It is kept as it came. */
export interface Unreadable {
  readonly leaf: Leaf;
  /** What is wrong with it, after its name, without a full stop. */
  readonly sentence: string;
}

/** The values of live settings that are of another kind than their fields. */
export function unreadableIn(settings: Settings): readonly Unreadable[] {
  const whole = own(settings, settingsAsAWhole);
  if (whole !== undefined)
    return [{ leaf: { setting: settingsAsAWhole }, sentence: `is ${kindOf(whole)}, and must be an object` }];
  const decoded = decode(fieldsDecoder(settingsFields, "stored"), settings);
  return "value" in decoded ? [] : decoded.problems.map((each) => ({ leaf: leafOf(each), sentence: each.sentence }));
}

/** Settings without these leaves, and without what is a part of them. */
export function withoutLeaves(settings: Settings, places: readonly Unreadable[]): Settings {
  if (places.length === 0) return settings;
  if (places.some(({ leaf }) => leaf.setting === settingsAsAWhole)) return {};
  return settingsOf(
    new Map([...leavesOf(settings)].filter(([, { place }]) => !places.some(({ leaf }) => overlap(leaf, place)))),
  );
}

/** Live settings whose values are all of the kinds of their fields. */
export const readableOnly = (settings: Settings): Settings => withoutLeaves(settings, unreadableIn(settings));

/** The analyzers that live settings have, whatever they hold of them. */
export const slugsIn = ({ analyzers }: Settings): readonly string[] => Object.keys(values(analyzers));

/** The policies that live settings have, whatever they hold of them. */
export const policyIdsIn = ({ code_policies: policies }: Settings): readonly string[] =>
  Array.isArray(policies) ? texts(policies.map((each: unknown) => values(each)["id"])) : [];

/** The leaf that a problem is in. A list of policies is one, since it is declared as a whole. */
function leafOf({ path }: Problem): Leaf {
  const [setting = "", second, third] = path.map((step) => (typeof step === "object" ? step.key : String(step)));
  if (second === undefined || setting === "code_policies") return { setting };
  if (setting !== "analyzers") return setting === "notifications" ? { setting, field: second } : { setting };
  return third === undefined ? { setting, key: second } : { setting, key: second, field: third };
}
