import type { PolicyTitles } from "../model/leaf-sentence";
import { type Labels, labelsOf } from "./configuration-labels";
import { type AccountDocument, titlesOf } from "./document";
import type { Layout } from "./layout";
import type { RepositoryClass } from "../model/leaf-verdict";
import { type MoveNotes, moveNotesOf } from "./move-notes";
import type { Mark, News } from "./since";

/** What precedes the parts of a plan, so that they need not repeat it. */
export interface Said {
  /** Every leaf that changes has a line above, and all belong to the only group. */
  readonly leaves?: boolean;
  /** How the plan differs from an earlier document. */
  readonly news?: News | undefined;
  /** The plan that this is a part of. */
  readonly whole?: AccountDocument;
  /** Of what is gone: the classes of the repositories that are affected now, by id. */
  readonly now?: ReadonlyMap<string, RepositoryClass>;
}

/** What the sections of a plan are made with. */
export interface SectionContext extends Said {
  readonly layout: Layout;
  readonly labelOf: Labels;
  readonly titles: PolicyTitles;
  /** Where configurations are declared, by their addresses: `main.ts:31:5`. */
  readonly places: ReadonlyMap<string | null, string>;
  /** The ids of the repositories that the service does not scan. */
  readonly unscanned: ReadonlySet<string>;
  /** What is said of repositories that move, beside their names. */
  readonly moving: () => MoveNotes;
  /** How an entry differs from an earlier document. */
  readonly markOf: (entry: object | undefined) => Mark | undefined;
}

export const sectionContext = (plan: AccountDocument, layout: Layout, said: Said = {}): SectionContext => ({
  ...said,
  layout,
  labelOf: labelsOf(plan),
  markOf: (entry) => entry && said.news?.differences.get(entry)?.mark,
  titles: titlesOf(plan),
  places: new Map(
    plan.after.configurations.flatMap(({ address, location }) => (location === undefined ? [] : [[address, location]])),
  ),
  unscanned: new Set(unscannedIn(plan)),
  moving: moveNotesOf(said.whole ?? plan),
});

/** The ids of the repositories that the service does not scan. */
export const unscannedIn = ({ after }: Pick<AccountDocument, "after">): readonly string[] =>
  after.repositories.flatMap(({ id, enabled }) => (enabled === false ? [id] : []));
