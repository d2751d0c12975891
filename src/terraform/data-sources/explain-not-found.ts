import { fail } from "../../diagnostics/error";
import { caseHint } from "../../model/uuid";
import { isNotFound } from "../../reconcile/ports";
import type { Session } from "../account/session";
import type { ObjectValue } from "../values/value";
import { textOf } from "./data-source";

/**
 * What the service says of something in the repository of `repository_id`. A 404 does not say what was
 * not found: that is told from the list of repositories.
 *
 * @param missing.attribute the attribute that identifies the object in the repository
 * @throws ScanformError at `repository_id`, or at the attribute with these words
 */
export async function explainNotFound<T>(
  session: Session,
  config: ObjectValue,
  asked: Promise<T>,
  missing?: { readonly attribute: string; readonly words: string },
): Promise<T> {
  try {
    return await asked;
  } catch (thrown) {
    if (!isNotFound(thrown)) throw thrown;
    await checkRepository(session, textOf(config, "repository_id"));
    if (missing === undefined) throw thrown;
    return fail("nothing-to-read", missing.words, { attribute: [missing.attribute] });
  }
}

/** @throws ScanformError at `repository_id` when the account has no such repository */
export async function checkRepository(session: Session, id: string): Promise<void> {
  const repositories = await session.lists.repositories();
  if (repositories.some((each) => each.id === id)) return;
  fail(
    "repository-unknown",
    `The account has no repository with the id ${JSON.stringify(id)}. The data source scanform_repositories lists them.${caseHint(id)}`,
    { attribute: ["repository_id"] },
  );
}
