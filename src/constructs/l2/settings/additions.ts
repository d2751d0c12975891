import { pathText } from "../../../model/problem";
import { suggestion } from "../../../model/suggest";
import { Invalid } from "../../../model/decoder";
import { mistakeAt, placed, type Problem, problemAt } from "../problems";
import { isToken } from "../tokens";
import type { Declared } from "./declared";
import { at, differences, disagreements, disagreementText, valueText } from "./disagreements";
import { type Entries, isEntries } from "./entries";
import { settingPath } from "./setting-path";

/** Further settings of a configuration, and what is wrong with them. */
export class Additions {
  readonly problems: Problem[] = [];

  constructor(private readonly declared: Declared) {}

  /** One more analyzer or code policy. @param example what to write instead of adding to a token */
  entry(setting: string, key: string, settings: Entries, place: string | undefined, example: string): void {
    if (isToken(this.declared.at([setting]))) {
      this.problems.push(placed(mistakeAt(setting, "is known to Terraform alone", example), place));
      return;
    }
    const path = this.declared.spelled([setting, key]);
    const before = this.declared.at(path);
    if (before === undefined) {
      this.declared.set(path, settings, place);
      return;
    }
    const found = isEntries(before) ? differences(before, settings, path) : [{ path, before, after: settings }];
    if (found.length === 0) return;
    const differ = found.map((each) => disagreementText(each)).join(", ");
    const places = `${at(this.declared.placeOf(path))}${place === undefined ? "" : ` and again at ${place}`}`;
    const advice = "Put all of its settings into one place, or change one with override.";
    const sentence = `is declared twice${places}, with other settings: ${differ}`;
    this.problems.push(placed(mistakeAt(pathText(path), sentence, advice), place));
  }

  /** Settings from elsewhere: what is not said yet. */
  settings(settings: Entries, place: string | undefined): void {
    const wrong = disagreements(this.declared.settings, settings);
    for (const { path, before, after } of wrong) {
      const sentence = `is ${valueText(before)}${at(this.declared.placeOf(path))} and ${valueText(after)}${at(place)}`;
      const advice = "Say it in one place, or change it with override.";
      this.problems.push(placed(mistakeAt(pathText(path), sentence, advice), place));
    }
    if (wrong.length === 0) this.add(settings, [], place);
  }

  private add(settings: Entries, path: readonly string[], place: string | undefined): void {
    for (const [key, value] of Object.entries(settings)) {
      const inside = this.declared.spelled([...path, key]);
      const before = this.declared.at(inside);
      if (isEntries(value) && isEntries(before)) this.add(value, inside, place);
      else if (value !== undefined && before === undefined) this.declared.set(inside, value, place);
    }
  }

  /** Another value for one leaf, or none. */
  override(text: unknown, value: unknown, place: string | undefined): void {
    const refuse = (sentence: string, advice: string, key = `override(${JSON.stringify(text)})`): void => {
      this.problems.push(placed(mistakeAt(key, sentence, advice), place));
    };
    if (typeof text !== "string") {
      refuse('takes the path of a setting, such as analyzers["secrets"].blocking, and its value', "", "override");
      return;
    }
    const found = settingPath(text);
    if (found.kind === "unknown") {
      refuse(found.why, found.advice);
      return;
    }
    const steps = this.declared.spelled(found.steps);
    const unknown = this.unknownEntry(steps);
    if (unknown !== undefined) refuse(unknown.why, unknown.advice);
    else if (value === undefined) this.declared.set(steps, undefined, place);
    else if (found.kind === "leaf") {
      const read = found.read(value);
      if (read instanceof Invalid)
        this.problems.push(...read.problems.map((each) => placed(problemAt(each, ...steps), place)));
      else this.declared.set(steps, read, place);
    } else refuse("has several settings", "Name one of them, or give undefined to remove all.");
  }

  /** Why a path leads nowhere: into a token, or an entry that is not declared. */
  private unknownEntry(steps: readonly string[]): { readonly why: string; readonly advice: string } | undefined {
    const [setting = "", key] = steps;
    const whole = this.declared.at([setting]);
    if (key === undefined) return undefined;
    const advice = "Give it all of them.";
    if (isToken(whole)) return { why: `is a part of ${setting}, which is known to Terraform alone`, advice };
    if (setting !== "analyzers" && setting !== "codePolicies") return undefined;
    const entry = this.declared.at([setting, key]);
    if (isToken(entry) && steps.length > 2) return { why: "is a part of what is known to Terraform alone", advice };
    if (entry !== undefined) return undefined;
    const known = suggestion(key, isEntries(whole) ? Object.keys(whole) : []);
    const add = setting === "analyzers" ? "addAnalyzer" : "addCodePolicy";
    return {
      why: `is of ${JSON.stringify(key)}, which is not declared here`,
      advice: `${known} ${add} declares one more.`,
    };
  }
}
