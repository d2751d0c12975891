import type { DesiredConfiguration } from "../../model/desired";
import type { Configuration } from "../../model/entities";
import { address, type ConfigurationId, type RepositoryId } from "../../model/ids";
import type { Settings } from "../../model/settings";
import { target } from "../../reconcile/plan/merge";
import type { Session } from "../account/session";

/** A configuration that is to be created, or taken over, whose id terraform does not know before. */
export interface Created {
  readonly name: string;
  /** Everything that it will hold. */
  readonly after: Settings;
}

interface Book {
  readonly changed: Map<ConfigurationId, DesiredConfiguration>;
  readonly created: Created[];
  /** For a configuration, what those repositories have that are planned to move to it. */
  readonly arriving: Map<ConfigurationId, Map<RepositoryId, Settings>>;
}

/** What this process has planned: a move is judged by what its target becomes, whichever of them is planned first. */
const books = new WeakMap<Session, Book>();

function bookOf(session: Session): Book {
  const book = books.get(session) ?? { changed: new Map(), created: [], arriving: new Map() };
  books.set(session, book);
  return book;
}

/** @param live what is changed, or taken over. @param isNew terraform does not know the id that it has */
export function remember(
  session: Session,
  wanted: DesiredConfiguration,
  live: Configuration | undefined,
  isNew: boolean,
): void {
  const { changed, created } = bookOf(session);
  if (live !== undefined) changed.set(live.id, { ...wanted, id: live.id, address: address(live.id) });
  if (isNew) created.push({ name: wanted.name, after: target(live?.settings ?? {}, wanted) });
}

/** What those of them are planned to become that are planned to change. */
export const plannedOf = (session: Session, ids: Iterable<ConfigurationId>): readonly DesiredConfiguration[] => {
  const { changed } = bookOf(session);
  return [...new Set(ids)].flatMap((id) => changed.get(id) ?? []);
};

/** Those whose id is known only after apply, one of which a rule may assign. */
export const createdBy = (session: Session): readonly Created[] => bookOf(session).created;

/** @param from what a repository has that moves to a configuration */
export function arrives(session: Session, repository: RepositoryId, to: ConfigurationId, from: Settings): void {
  const { arriving } = bookOf(session);
  arriving.set(to, (arriving.get(to) ?? new Map<RepositoryId, Settings>()).set(repository, from));
}

export const arrivingAt = (session: Session, id: ConfigurationId): readonly Settings[] => [
  ...(bookOf(session).arriving.get(id)?.values() ?? []),
];
