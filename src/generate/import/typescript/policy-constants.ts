import type { CustomPolicy } from "../../../model/entities";
import { compareText } from "../../../model/fingerprint";
import { keyText } from "../../typescript/print";
import { code, type Expression, object, type Statement, string } from "../../typescript/syntax";
import { Names } from "../../typescript/names";
import { camelCase, wordsOf } from "../../typescript/words";
import type { Imported } from "../import-account";

export interface PolicyConstants {
  readonly statements: readonly Statement[];
  readonly policy: (id: string) => Expression;
}

/** The ids of the policies that are used, by their titles. One whose title is not known is written as its id. */
export function policyConstants({ configurations }: Imported, policies: readonly CustomPolicy[] = []): PolicyConstants {
  const used = new Set(configurations.flatMap(({ units }) => idsIn(units.get('["code_policies"]'))));
  const names = new Names();
  const known = new Map<string, string>();
  const inOrder = policies.toSorted(
    (left, right) => compareText(left.created_at ?? "9", right.created_at ?? "9") || compareText(left.id, right.id),
  );
  for (const { id, title } of inOrder) {
    const words = wordsOf(title);
    // every policy takes its name, so that one that is used for the first time later changes no other
    const name = words.length === 0 ? names.take(`policy${id.slice(0, 8)}`) : names.take(camelCase(words));
    if (used.has(id.toLowerCase())) known.set(id.toLowerCase(), name);
  }
  const members = [...known].map(([id, name]) => ({ key: name, value: string(id) }));
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
      const name = known.get(id.toLowerCase());
      return name === undefined ? string(id) : code(`policies.${keyText(name)}`);
    },
  };
}

const idsIn = (policies: unknown): readonly string[] =>
  Array.isArray(policies) ? policies.map(({ id }: { id: string }) => id.toLowerCase()) : [];
