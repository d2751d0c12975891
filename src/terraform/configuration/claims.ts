import type { Session } from "../account/session";
import { failed, type Said, type Step } from "../said";
import { type ObjectValue, textIn } from "../values/value";

/** What one resource, or one entry of a collection, is planned to have. */
export interface Claim {
  /** As it is written: a resource that is replaced is planned twice. */
  readonly config: ObjectValue;
  /** The configuration that it has, or takes over. */
  readonly id: string | undefined;
  readonly isNew: boolean;
  readonly at: readonly Step[];
}

interface Claimed {
  readonly written: string;
  readonly isNew: boolean;
}

interface Claims {
  readonly names: Map<string, Claimed>;
  readonly ids: Map<string, Claimed>;
}

/** Who has which configuration, as far as this process has planned. */
const claims = new WeakMap<Session, Claims>();

/** Two that want the same name, or the same configuration: terraform plans each by itself, and does not see it. */
export function claimed(session: Session, { config, id, isNew, at }: Claim): readonly Said[] {
  const known = claims.get(session) ?? { names: new Map<string, Claimed>(), ids: new Map<string, Claimed>() };
  claims.set(session, known);
  const own: Claimed = { written: JSON.stringify(config), isNew };
  const { name = null } = config;
  if (typeof name === "string" && isTaken(known.names, name, own))
    return [
      failed("Two configurations with one name", `${JSON.stringify(name)} is declared twice. Rename one of them.`, [
        ...at,
        "name",
      ]),
    ];
  if (id !== undefined && isTaken(known.ids, id, own))
    return [
      failed(
        "Two resources have one configuration",
        `${textIn(name)} would be the configuration ${id}, which another resource has. ` +
          "Remove one of them; where the other is renamed only now, apply that first.",
        [...at, "name"],
      ),
    ];
  return [];
}

/** What replaces a resource is new after the old, and written alike. */
function isTaken(by: Map<string, Claimed>, key: string, own: Claimed): boolean {
  const other = by.get(key);
  by.set(key, other ?? own);
  return other !== undefined && !(own.isNew && !other.isNew && own.written === other.written);
}
