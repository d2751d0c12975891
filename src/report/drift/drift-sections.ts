import { addressLabel } from "../../diagnostics/entry-address";
import { label } from "../../diagnostics/foreign-text";
import type { Drift, DriftedConfiguration } from "../../reconcile/drift/drift";
import { effectSections } from "../effects";
import { leafLines } from "../leaves";
import type { Paragraph, Section } from "../outline";
import { type Layout, own, row } from "../row";
import type { PolicyTitles } from "../sentence";
import { number, repositories } from "../words";

/** What has drifted, by its parts: what repositories feel, weakening first, and what nobody feels. */
export function driftSections(drift: Drift, titles: PolicyTitles, layout: Layout): readonly Section[] {
  return [
    ...effectSections({ effects: drift.effects, policyTitles: titles }, layout),
    ...unfeltMoves(drift),
    ...objectSections(drift, titles, layout),
  ];
}

/** Repositories that were given a configuration which means the same. */
function unfeltMoves({ repositories: moved, effects }: Drift): readonly Section[] {
  const felt = new Set(effects.flatMap((each) => each.repositories.map(({ repository }) => repository.id)));
  const unfelt = moved.filter(({ repository }) => !felt.has(repository.id));
  if (unfelt.length === 0) return [];
  return [
    {
      class: "neutral",
      title: `UNAFFECTED ${repositories(unfelt.length)} that got another configuration`,
      noun: "repository",
      isClose: true,
      paragraphs: unfelt.map(({ repository: { id, name } }) => ({
        rank: 45,
        head: `  > ${label(name ?? id)}`,
        details: [],
        repositories: 1,
      })),
    },
  ];
}

function objectSections({ configurations, effects }: Drift, titles: PolicyTitles, layout: Layout): readonly Section[] {
  if (configurations.length === 0) return [];
  const felt = new Set(effects.flatMap(({ from, to }) => (from?.id === to?.id ? [from?.id] : [])));
  const isGone = configurations.some(({ live }) => live === undefined);
  return [
    {
      class: isGone ? "weakens" : "neutral",
      title: `CONFIGURATIONS ${number(configurations.length)} ${isGone ? "changed or deleted" : "changed"}`,
      noun: "configuration",
      paragraphs: configurations.map((each) => paragraphOf(each, felt.has(each.held.id), titles, layout)),
    },
  ];
}

function paragraphOf(
  { held, live, declared, changes }: DriftedConfiguration,
  isFelt: boolean,
  titles: PolicyTitles,
  layout: Layout,
): Paragraph {
  const line = row(layout);
  const name = label(held.name ?? held.id);
  const lines = isFelt ? [] : leafLines(changes, titles, layout);
  const address = addressLabel(declared.address);
  return {
    rank: live === undefined ? 5 : 50,
    head:
      live === undefined
        ? line`  - ${name}   ${own("was deleted")}   ${address}`
        : live.name === held.name
          ? line`  ~ ${name}   ${address}`
          : line`  ~ ${label(live.name ?? live.id)} (was ${name})   ${address}`,
    details: lines.map((each) => ({ rank: 51, lines: each.lines })),
    repositories: 0,
  };
}
