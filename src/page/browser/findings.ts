import { label } from "../../diagnostics/foreign-text";
import type { AccountFacts, ConfigurationFacts } from "../page-facts";
import { h } from "./dom";
import { tag } from "./leaves";
import { configurationAt, type Entry, nameOf, type When } from "./model";

type Finding = NonNullable<AccountFacts["policies"]>[number];
type Named = Pick<Finding["at"], "id" | "name">;

/** What policies say about a repository, or about those that the same happens to. */
export const findingsAbout = (entry: Entry): readonly Node[] =>
  findingList(entry.account, ({ at }) =>
    at.kind === "repository" ? at.id === entry.id : at.kind === "effect" && isEffectOf(entry, at),
  );

/** What policies say about a configuration. */
export const findingsAboutConfiguration = (account: AccountFacts, own: ConfigurationFacts): readonly Node[] =>
  findingList(account, ({ at }) => {
    if (at.kind === "deletion") return own.change?.action === "delete" && is(own, at, "before");
    return (at.kind === "change" || at.kind === "configuration") && is(own, at, "after");
  });

/** Repositories that come from the same and go to the same are one effect; one without `from` is an edit. */
function isEffectOf({ account, class: kind, from, to }: Entry, at: Finding["at"]): boolean {
  if (kind === "unaffected" || !is(configurationAt(account, to), at, "after")) return false;
  return at.from === undefined ? from === to : is(configurationAt(account, from), at.from ?? {}, "before");
}

/** Whether a configuration is called so. Without an id and a name, none is. */
function is(own: ConfigurationFacts | undefined, { id, name }: Named, when: When): boolean {
  if (own === undefined) return id === undefined && name === undefined;
  return id === undefined ? own.id === null && nameOf(own, when) === name : own.id === id;
}

function findingList({ policies = [] }: AccountFacts, isOwn: (finding: Finding) => boolean): readonly Node[] {
  const own = policies.filter(isOwn);
  if (own.length === 0) return [];
  return [
    h("h3", {}, "Policies"),
    h(
      "ul",
      { class: "findings" },
      own.map(({ policy, level, reviewer, message, waived_until: until }) =>
        h(
          "li",
          {},
          tag(until === undefined ? level : `${level}, waived`, level),
          ` ${reviewer === undefined ? "" : `${label(reviewer)} `}by ${label(policy)}: ${label(message)}`,
        ),
      ),
    ),
  ];
}
