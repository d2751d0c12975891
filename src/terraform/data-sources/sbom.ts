import type { Sbom } from "../../model/scans";
import { caseHint } from "../../model/uuid";
import type { Session } from "../account/session";
import type { ObjectValue } from "../values/value";
import { textOf } from "./data-source";
import { explainNotFound } from "./explain-not-found";

/**
 * The SBOM of a deepscan, or the most recent one of the repository, with the link to its file; its ids are those of
 * the configuration.
 *
 * @throws ScanformError at the attribute that names what is not there
 */
export async function sbomOf(session: Session, config: ObjectValue): Promise<Sbom> {
  const { reader, accountId, signal } = session;
  const [repository_id, id] = [textOf(config, "repository_id"), config["deepscan_id"]];
  if (typeof id !== "string") {
    const asked = reader.latestSbom(accountId, repository_id, { signal });
    return { ...(await explainNotFound(session, config, asked, noneYet)), repository_id };
  }
  const asked = reader.sbom(accountId, repository_id, id, { signal });
  const missing = noDeepscan(config, ", or that one has made no SBOM yet");
  return { ...(await explainNotFound(session, config, asked, missing)), repository_id, deepscan_id: id };
}

const noneYet = {
  attribute: "repository_id",
  words: "The repository has no SBOM yet: none of its deepscans has made one.",
};

/** What is said where the repository does not have the deepscan of `deepscan_id`. */
export const noDeepscan = (config: ObjectValue, orWhat = "") => {
  const id = textOf(config, "deepscan_id");
  return {
    attribute: "deepscan_id",
    words: `The repository has no deepscan with the id ${JSON.stringify(id)}${orWhat}.${caseHint(id)}`,
  };
};
