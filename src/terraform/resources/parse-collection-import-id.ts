import { type Diagnostic, error } from "../../diagnostics/diagnostic";
import { type ConfigurationId, configurationId } from "../../model/ids";
import { type ImportPair, importPairs } from "../../model/import-pairs";
import { isUuid, sameId } from "../../model/uuid";
import { configurationNamed } from "./parse-configuration-import-id";
import { otherAccount } from "./parse-import-id";
import type { Session } from "../account/session";
import type { ObjectValue } from "../values/value";

interface Imported {
  /** With their ids alone; undefined when something is wrong. */
  readonly entries?: readonly (readonly [string, ObjectValue])[];
  readonly diagnostics: readonly Diagnostic[];
}

/** @param text `key=ID,key=NAME`, or `*` or the account's id for all its configurations, each under its name */
export async function parseCollectionImportId(session: Session, text: string): Promise<Imported> {
  const { lists, accountId } = session;
  if (isUuid(text) && !sameId(text, accountId)) return { diagnostics: [otherAccount(session, text)] };
  const all = text === "*" || sameId(text, accountId);
  const pairs: readonly ImportPair[] = all
    ? (await lists.configurations()).map(({ id, name }) => [name ?? id, id])
    : importPairs(text);
  const wrong = pairs.find(([key, text]) => key === "" || text === "");
  if (wrong !== undefined) return unusable(all, `has ${JSON.stringify(wrong.join("="))}`);
  const keys = new Set<string>();
  const repeated = pairs.find(([key]) => keys.size === keys.add(key).size);
  if (repeated !== undefined) return unusable(all, `has ${JSON.stringify(repeated[0])} twice`);
  const entries: [string, { readonly id: ConfigurationId }][] = [];
  for (const [key, given] of pairs) {
    const named = isUuid(given)
      ? { id: configurationId(given.toLowerCase()), diagnostics: [] }
      : await configurationNamed(session, given);
    const { id } = named;
    if (id === undefined) return { diagnostics: named.diagnostics };
    if ((await lists.configuration(id)) === undefined)
      return {
        diagnostics: [error("import-unknown", `The account has no configuration ${id} for ${JSON.stringify(key)}.`)],
      };
    entries.push([key, { id }]);
  }
  return { entries, diagnostics: [] };
}

const unusable = (all: boolean, what: string): Imported => ({
  diagnostics: [
    error(
      "import-id-invalid",
      `${all ? "The account" : "It"} ${what}. Write KEY=ID,KEY=NAME with the ids or names of configurations, or * for all, each under its name.`,
    ),
  ],
});
