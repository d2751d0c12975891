import { addressLabel, label, quoted, visible } from "../diagnostics/foreign-text";
import { groupBy } from "../model/group-by";
import type { Interval } from "../reconcile/plan/impact";
import type { Leftover, Rehearsal } from "../reconcile/plan/rehearsal";
import { leafName } from "./base-sections";
import { flowed, type Layout, withCommas } from "./layout";
import { type Section, unlessEmpty } from "./outline";
import type { PlanReport } from "./renderer";
import { count, number } from "../diagnostics/count";

/** What became of the writes in the emulator, in one line. */
export interface RehearsalLine {
  /** Words of ours alone: `rehearsed under 48 readings: holds, 3 requests`. */
  readonly words: string;
  /** What does not hold, as texts with blanks between them; empty where all holds. */
  readonly rest: readonly string[];
}

/** @param plans those of all accounts. @returns undefined where none is rehearsed */
export function rehearsalLine(plans: readonly PlanReport[]): RehearsalLine | undefined {
  const rehearsed = plans.flatMap((plan) => (plan.rehearsal === undefined ? [] : [{ plan, ...plan.rehearsal }]));
  const [only] = rehearsed;
  if (only === undefined) return undefined;
  const failing = rehearsed.filter(isFailing);
  if (plans.length === 1)
    return {
      words: `rehearsed under ${count(only.readings, "reading")}: ${holding(only)}`,
      rest: isFailing(only) ? leftoversTexts(only.plan, only) : [],
    };
  const names = failing.map(({ plan: { account } }) => label(account.name ?? account.id));
  const held = rehearsed.length - failing.length;
  return {
    words: `rehearsed in ${count(rehearsed.length, "account")}: holds in ${failing.length === 0 ? "all" : number(held)}`,
    rest: names.length === 0 ? [] : ["not", "in", ...withCommas(names)],
  };
}

const isFailing = ({ readings, converged }: Rehearsal): boolean => converged < readings;

/** `holds, 2 to 3 requests`, or under how many readings it does. */
function holding(rehearsal: Rehearsal): string {
  const { converged, requests } = rehearsal;
  if (!isFailing(rehearsal)) return `holds, ${requestsText(requests)}`;
  return converged === 0 ? "holds under none" : `${number(converged)} ${converged === 1 ? "holds" : "hold"}`;
}

/** `3 requests`, `2 to 3 requests` */
const requestsText = ([low, high]: Interval): string =>
  low === high ? count(low, "request") : `${number(low)} to ${count(high, "request")}`;

/** `under put_omitted=merged "xss" blocking of baseline is not as planned (request 2 of 3, PUT of "baseline")` */
function leftoversTexts(plan: PlanReport, { leftovers }: Rehearsal): readonly string[] {
  const [first] = leftovers;
  if (first === undefined) return ["what the others lack is not known"];
  const others = new Set(leftovers.map(thingOf)).size - 1;
  const more = others === 0 ? [] : ["and", `${number(others)} more`];
  return ["under", ...readingsTexts(leftovers), ...leftoverTexts(plan, first), ...more];
}

/** A declared thing that a service would not hold, and after which request. */
function leftoverTexts(plan: PlanReport, { address, path, step }: Leftover): readonly string[] {
  const named = nameOf(plan, address);
  const what = path === null ? [named] : [isThing(path) ? visible(path) : leafName(path), "of", named];
  return [...what, "is not as planned", ...(step === undefined ? [] : [`(${visible(step)})`])];
}

/** What the plan names no address of: `repository web`, `configuration "old one"`. */
const isThing = (text: string): boolean => /^(configuration|repository) /.test(text);

/** A configuration by its name, anything else by its address. */
function nameOf({ configurations, deletions }: PlanReport, address: Leftover["address"]): string {
  const declared = configurations.find((each) => each.address === address)?.declared.name;
  const name = declared ?? deletions.find((each) => each.address === address)?.live.name;
  if (name !== undefined) return label(name);
  return isThing(address) ? visible(address) : addressLabel(address);
}

const thingOf = ({ address, path }: Leftover): string => JSON.stringify([address, path]);

/** How many switches of a reading are named in the first line. */
const mostSwitches = 2;

/**
 * The readings by the switches that all of them have in common, `put_omitted=merged (16 readings)`; where they have none,
 * by the first of them.
 */
function readingsTexts(leftovers: readonly Leftover[]): readonly string[] {
  const readings = [...new Set(leftovers.map(({ reading }) => reading))];
  const [first = [], ...others] = readings.map((each) => each.split(","));
  const rest = others.map((each) => new Set(each));
  const shared = first.filter((each) => rest.every((switches) => switches.has(each)));
  const named = shared.length === 0 ? first : shared;
  const left = named.length > mostSwitches ? ",…" : "";
  const shown = named.slice(0, mostSwitches).map(switchLabel).join(",") + left;
  if (others.length === 0) return [shown];
  return shared.length === 0
    ? [shown, `and ${count(others.length, "other reading")}`]
    : [shown, `(${count(readings.length, "reading")})`];
}

/** A switch and its value, in quotes where it could be taken for something else. */
const switchLabel = (text: string): string => (/^\w+=\w+$/.test(text) ? text : quoted(text));

/** How many readings of one thing are listed. */
const mostListed = 5;

/** What the service would not hold, each with the readings; nothing where all holds. */
export function rehearsalSections(plan: PlanReport, layout: Layout): readonly Section[] {
  const { rehearsal } = plan;
  if (rehearsal === undefined || !isFailing(rehearsal)) return [];
  const failing = rehearsal.readings - rehearsal.converged;
  const groups = [...groupBy(rehearsal.leftovers, (each) => JSON.stringify([thingOf(each), each.step])).values()];
  return unlessEmpty({
    class: "weakens", // what is declared is not what would hold
    title: `REHEARSAL ${number(failing)} of ${count(rehearsal.readings, "reading")} ${failing === 1 ? "does" : "do"} not hold`,
    noun: "setting",
    paragraphs: groups.map((group) => {
      const [first] = group;
      const [head = "", ...below] =
        first === undefined ? [] : flowed("  - ", leftoverTexts(plan, first), layout.columns);
      const shown = layout.full ? group : group.slice(0, mostListed);
      const left = group.length - shown.length;
      return {
        rank: rehearsalRank,
        head,
        details: [
          ...(below.length === 0 ? [] : [{ rank: rehearsalRank, lines: below }]),
          ...shown.map(({ reading }) => ({
            rank: rehearsalRank + 1,
            lines: [`      under ${reading.split(",").map(switchLabel).join(",")}`], // whole, to be copied
          })),
          ...(left === 0 ? [] : [{ rank: rehearsalRank + 1, lines: [`      and ${count(left, "more reading")}`] }]),
        ],
        repositories: 0,
      };
    }),
  });
}

/** What does not hold matters as much as triages, which are always shown. */
const rehearsalRank = 6;
