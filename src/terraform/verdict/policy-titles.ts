import { unlessRefused } from "../../reconcile/refresh/refresh";
import { referencedEntities } from "../account/lists";
import type { Session } from "../account/session";
import type { RepositoryEffect } from "./repository-effect";

/** The effects with the titles of the custom policies in them. A list of policies that is refused leaves their ids. */
export async function withTitles(
  { lists }: Session,
  effects: readonly RepositoryEffect[],
): Promise<readonly RepositoryEffect[]> {
  const ids = effects.flatMap(({ changes }) =>
    changes.flatMap(({ setting, key }) => (setting === "code_policies" && key !== undefined ? [key] : [])),
  );
  if (ids.length === 0) return effects;
  const named = { code_policies: ids.map((id) => ({ id })) };
  const { policies } = await unlessRefused(referencedEntities(lists, [named]), { analyzers: [], policies: [] });
  const titles = new Map(policies.map(({ id, title }) => [id, title]));
  return effects.map((each) => ({ ...each, titles }));
}
