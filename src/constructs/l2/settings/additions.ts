import { Fn } from "cdktf";
import { Invalid } from "../../../model/decoder";
import { pathText } from "../../../model/problem";
import { suggestion } from "../../../model/suggest";
import { kindOf, notSet } from "../../../model/value-kind";
import { keepRejected, isRejected } from "../rejected-values";
import { type ProblemList, mistakeAt, placed, type Problem, problemAt } from "../problems";
import { texts } from "../properties";
import { isTakenApart, isToken } from "../tokens";
import { type Declared, type Entries, isEntries, sameValue, spelledIn } from "./declared";
import { settingPath } from "./setting-path";

/** Further settings of a configuration, and what is wrong with them. */
export class Additions {
  readonly problems: Problem[] = [];

  constructor(private readonly declared: Declared) {}

  /** One more analyzer or code policy. @param example what to write instead of adding to a token */
  entry(setting: string, key: string, settings: unknown, place: string | undefined, example: string): void {
    if (isRejected(this.declared.at([setting]))) return; // it has been reported
    if (isToken(this.declared.at([setting]))) {
      this.problems.push(placed(mistakeAt(setting, "is known only to Terraform", example), place));
      return;
    }
    const path = this.declared.spelled([setting, key]);
    const before = this.declared.at(path);
    if (before === undefined) {
      this.declared.set(path, settings, place);
      return;
    }
    if (isRejected(before) || isRejected(settings)) return;
    const found =
      isEntries(before) && isEntries(settings)
        ? differences(before, settings, path)
        : [{ path, before, after: settings }];
    if (found.length === 0) return;
    const differ = found.map((each) => disagreementText(each)).join(", ");
    const places = `${at(this.declared.placeOf(path))}${place === undefined ? "" : ` and again at ${place}`}`;
    const advice = "Put all of its settings into one place, or change one with override.";
    const sentence = `is declared twice${places}, with other settings: ${differ}`;
    this.problems.push(placed(mistakeAt(pathText(path), sentence, advice), place));
  }

  /** Settings from elsewhere: those that are not set yet. */
  settings(settings: Entries, place: string | undefined): void {
    const wrong = disagreements(this.declared.settings, settings);
    for (const { path, before, after } of wrong) {
      const sentence = `is ${valueText(before)}${at(this.declared.placeOf(path))} and ${valueText(after)}${at(place)}`;
      const advice = "Write it in one place, or change it with override.";
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
      this.declared.set(steps, read instanceof Invalid ? (read.given ?? keepRejected(value)) : read, place);
    } else refuse("has several settings", "Name one of them, or give undefined to remove all.");
  }

  /** Why a path leads nowhere: into a token, or an entry that is not declared. */
  private unknownEntry(steps: readonly string[]): { readonly why: string; readonly advice: string } | undefined {
    const [setting = "", key] = steps;
    const whole = this.declared.at([setting]);
    if (key === undefined) return undefined;
    const advice = "Give it all of them.";
    if (isToken(whole)) return { why: `is a part of ${setting}, which is known only to Terraform`, advice };
    if (setting !== "analyzers" && setting !== "codePolicies") return undefined;
    const entry = this.declared.at([setting, key]);
    if (isToken(entry) && steps.length > 2) return { why: "is a part of what is known only to Terraform", advice };
    if (entry !== undefined) return undefined;
    const known = suggestion(key, isEntries(whole) ? Object.keys(whole) : []);
    const add = setting === "analyzers" ? "addAnalyzer" : "addCodePolicy";
    return {
      why: `is of ${JSON.stringify(key)}, which is not declared here`,
      advice: `${known} ${add} declares one more.`,
    };
  }
}

/** A leaf on which two places in code disagree. */
export interface Disagreement {
  readonly path: readonly string[];
  readonly before: unknown;
  readonly after: unknown;
}

/** Leaves that both sides say, and say otherwise. A token in place of an object is a leaf. */
export function disagreements(before: unknown, after: unknown, path: readonly string[] = []): readonly Disagreement[] {
  if (isEntries(before) && isEntries(after))
    return Object.keys(after).flatMap((given) => {
      const key = path[0] === "codePolicies" && path.length === 1 ? spelledIn(before, given) : given;
      return disagreements(Object.hasOwn(before, key) ? before[key] : undefined, after[given], [...path, key]);
    });
  if (before === undefined || after === undefined || sameValue(before, after)) return [];
  return [{ path, before, after }];
}

/** Leaves that differ, of which one side may have nothing. */
export function differences(before: Entries, after: Entries, path: readonly string[]): readonly Disagreement[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((key) => !sameValue(before[key], after[key]))
    .map((key) => ({ path: [...path, key], before: before[key], after: after[key] }));
}

/** `blocking is true, then false` */
export const disagreementText = ({ path, before, after }: Disagreement): string =>
  `${pathText(path.slice(-1))} is ${valueText(before)}, then ${valueText(after)}`;

/** ` at main.ts:3:5` */
export const at = (place: string | undefined): string => (place === undefined ? "" : ` at ${place}`);

export function valueText(value: unknown): string {
  if (value === undefined) return notSet;
  if (isToken(value)) return "an expression";
  if (Array.isArray(value) && value.length > 0)
    return `[${value.slice(0, 5).map(kindOf).join(", ")}${value.length > 5 ? ", ..." : ""}]`;
  return kindOf(value);
}

type Notifications = Readonly<Record<string, unknown>>;

/** Notifications that go to these integrations too, or undefined where a finding was added. */
export function withNames(
  notifications: unknown,
  names: readonly unknown[],
  findings: ProblemList,
): Notifications | undefined {
  if (isRejected(notifications)) return undefined; // it has been reported
  if (isToken(notifications)) {
    const advice = "Give it an object with integrationNames.";
    findings.add(mistakeAt("notifications", "is known only to Terraform, so notify cannot add to it", advice));
    return undefined;
  }
  const added = readNames(names, findings);
  const { enabled = true, integrationNames: before = [], ...others } = (notifications ?? {}) as Notifications;
  if (isRejected(before)) return undefined;
  if (added === undefined) {
    const all = [...(Array.isArray(before) ? (before as readonly unknown[]) : []), ...names];
    return { ...others, enabled, integrationNames: keepRejected(all) };
  }
  return { ...others, enabled, integrationNames: joined(before, added) };
}

function readNames(names: readonly unknown[], findings: ProblemList): readonly unknown[] | undefined {
  if (isToken(names)) return names; // a list token that is spread is its only member
  if (isTakenApart(names)) {
    const advice = "Give a list that only Terraform knows to notifications.integrationNames.";
    findings.add(mistakeAt("notify", "takes single names", advice));
    return undefined;
  }
  return isRejected(findings.read(texts, names, "notify")) ? undefined : names;
}

/** Both lists. What only Terraform knows is joined by Terraform. */
function joined(before: unknown, added: readonly unknown[]): unknown {
  if (!isToken(before) && !isToken(added)) return [...new Set([...(before as readonly unknown[]), ...added])];
  if (Array.isArray(before) && before.length === 0) return added;
  // an attribute may be a set, which concat does not take
  const lists = [before, added].map((each): unknown => (isToken(each) ? Fn.tolist(each) : each));
  const all: unknown = Fn.concat(lists);
  return Fn.distinct(all as unknown[]);
}
