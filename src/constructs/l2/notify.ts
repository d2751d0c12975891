import { Fn } from "cdktf";
import { type Findings, mistakeAt } from "./problems";
import { texts } from "./properties";
import { isTakenApart, isToken } from "./tokens";

type Notifications = Readonly<Record<string, unknown>>;

/** Notifications that go to these integrations too, or undefined where a finding was added. */
export function withNames(
  notifications: unknown,
  names: readonly unknown[],
  findings: Findings,
): Notifications | undefined {
  if (isToken(notifications)) {
    const advice = "Give it an object with integrationNames.";
    findings.add(mistakeAt("notifications", "is known to Terraform alone, so notify cannot add to it", advice));
    return undefined;
  }
  const added = readNames(names, findings);
  if (added === undefined) return undefined;
  const { enabled = true, integrationNames: before = [], ...others } = (notifications ?? {}) as Notifications;
  return { ...others, enabled, integrationNames: joined(before, added) };
}

function readNames(names: readonly unknown[], findings: Findings): readonly unknown[] | undefined {
  if (isToken(names)) return names; // a list token that is spread is its only member
  if (isTakenApart(names)) {
    const advice = "Give a list that only Terraform knows to notifications.integrationNames.";
    findings.add(mistakeAt("notify", "takes single names", advice));
    return undefined;
  }
  return findings.read(texts, names, "notify") === undefined ? undefined : names;
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
