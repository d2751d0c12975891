import type { CustomPolicy } from "../../../model/entities";
import { compareText } from "../../../model/fingerprint";
import type { Snapshot } from "../../types/snapshot";
import { templateLiteral } from "../../typescript/literal";
import { Names } from "../../typescript/names";
import { keyText } from "../../typescript/print";
import { code, object, type Statement, string } from "../../typescript/syntax";
import { camelCase, wordsOf } from "../../typescript/words";
import type { Imported } from "../import-account";
import type { NamesCode } from "./settings-code";

export interface WrittenNames extends NamesCode {
  /** The constants of policies that no module of types has. */
  readonly statements: readonly Statement[];
}

/**
 * How policies and analyzers are written: by the constants of `types`, where `scanform types` has written them; else a
 * policy by a constant after its title, one whose title is not known as its id, and an analyzer as its slug.
 */
export function namesCode(
  { configurations }: Imported,
  policies: readonly CustomPolicy[] = [],
  types?: Snapshot,
): WrittenNames {
  const slugs = constantsOf(Object.entries(types?.analyzers ?? {}), "Analyzers");
  const typed = constantsOf(
    Object.entries(types?.policies ?? {}).map(([name, { id }]) => [name, id.toLowerCase()] as const),
    "Policies",
  );
  const used = new Set(configurations.flatMap(({ units }) => idsIn(units.get('["code_policies"]'))));
  const known = titled(policies, (id) => used.has(id) && !typed.has(id));
  const members = [...known]
    .map(([id, name]) => ({ key: name, value: string(id) }))
    .sort((left, right) => compareText(left.key, right.key));
  return {
    statements:
      members.length === 0
        ? []
        : [
            { kind: "lines", lines: ["/** Custom code policies by title. */"] },
            { kind: "const", name: "policies", value: object(members) },
            { kind: "blank" },
          ],
    policy: (id) => {
      const constant = typed.get(id.toLowerCase());
      if (constant !== undefined) return code(constant);
      const name = known.get(id.toLowerCase());
      return name === undefined ? string(id) : code(`policies.${keyText(name)}`);
    },
    analyzer: (slug) => slugs.get(slug),
  };
}

const identifier = /^[\p{ID_Start}_][\p{ID_Continue}]*$/u;

/** `Analyzers.XSS` by `xss`. A text that has to be escaped in a template cannot be written by a constant. */
const constantsOf = (
  entries: readonly (readonly [name: string, value: string])[],
  object: string,
): ReadonlyMap<string, string> =>
  new Map(
    entries
      .filter(([name, value]) => identifier.test(name) && templateLiteral(value) === value)
      .map(([name, value]) => [value, `${object}.${name}`]),
  );

/** Names after titles, by id. */
function titled(policies: readonly CustomPolicy[], isUsed: (id: string) => boolean): ReadonlyMap<string, string> {
  const names = new Names();
  const known = new Map<string, string>();
  const inOrder = policies.toSorted(
    (left, right) => compareText(left.created_at ?? "9", right.created_at ?? "9") || compareText(left.id, right.id),
  );
  for (const { id, title } of inOrder) {
    const words = wordsOf(title);
    // every policy takes its name, so that one that is used for the first time later changes no other
    const name = words.length === 0 ? names.take(`policy${id.slice(0, 8)}`) : names.take(camelCase(words));
    if (isUsed(id.toLowerCase())) known.set(id.toLowerCase(), name);
  }
  return known;
}

const idsIn = (policies: unknown): readonly string[] =>
  Array.isArray(policies) ? policies.map(({ id }: { id: string }) => id.toLowerCase()) : [];
