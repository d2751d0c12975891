import type { AttributePath } from "../../diagnostics/attribute-path";
import { type Diagnostic, error } from "../../diagnostics/diagnostic";
import { sameId } from "../../model/uuid";
import type { Session } from "../account/session";
import { textIn, type Value } from "../values/value";

/** What one resource, or one entry of a collection, is planned to have. */
export interface Claim {
  /** Unknown, or null, is no claim. */
  readonly name: Value;
  /** The configuration that it has, or takes over. */
  readonly id: string | undefined;
  /** It comes in the place of what has claimed the same before. */
  readonly replaces: boolean;
  readonly at: AttributePath;
}

interface Claims {
  readonly names: Set<string>;
  readonly ids: Set<string>;
  readonly destroyed: Set<string>;
  readonly read: Set<string>;
  readonly readAgain: Set<string>;
  /** What was taken over in this apply, so that it is not deleted any more. */
  readonly kept: Set<string>;
  /** What rules assign by an id that is known. */
  readonly assigned: Set<string>;
}

/** Who has which configuration, as far as this process has planned. */
const claims = new WeakMap<Session, Claims>();

/** Two that want the same name, or the same configuration: terraform plans each by itself, and does not see it. */
export function claimed(session: Session, { name, id, replaces, at }: Claim): readonly Diagnostic[] {
  const known = claimsOf(session);
  const names = typeof name === "string" && isTaken(known.names, name);
  const ids = id !== undefined && isTaken(known.ids, id);
  if (names && !replaces)
    return [
      error("name-claimed-twice", `${JSON.stringify(name)} is declared twice. Rename one of them.`, {
        attribute: [...at, "name"],
      }),
    ];
  if (ids && !replaces)
    return [
      error(
        "configuration-claimed-twice",
        `${textIn(name)} would be the configuration ${id}, which another resource has. ` +
          "Remove one of them, with terraform state rm ADDRESS where the state has both; where the other is renamed only now, " +
          "apply that first.",
        { attribute: [...at, "name"] },
      ),
    ];
  return id !== undefined && known.destroyed.has(id) ? [destroyedAndHad(id, [...at, "name"])] : [];
}

/** Each resource that has a configuration reads it once: what is read again is that of two, though nothing changes. */
export function held(session: Session, id: string): readonly Diagnostic[] {
  const { read, readAgain, destroyed } = claimsOf(session);
  if (read.has(id)) readAgain.add(id);
  read.add(id);
  return readAgain.has(id) && destroyed.has(id) ? [destroyedAndHad(id)] : []; // what is destroyed is read after its plan
}

/** The same for what is destroyed: whether it is then still there to be had is up to the order of terraform. */
export function released(session: Session, id: string): readonly Diagnostic[] {
  const { ids, destroyed, readAgain, kept, assigned } = claimsOf(session);
  if (kept.has(id)) return [];
  destroyed.add(id);
  if (ids.has(id) || readAgain.has(id)) return [destroyedAndHad(id)];
  return assigned.has(id.toLowerCase()) ? [destroyedAndAssigned(id)] : [];
}

/** The same for what a rule assigns. @param id in any case */
export function assigned(session: Session, id: string, at: AttributePath): readonly Diagnostic[] {
  const known = claimsOf(session);
  known.assigned.add(id.toLowerCase());
  const gone = [...known.destroyed].some((each) => sameId(each, id));
  return gone ? [destroyedAndAssigned(id, at)] : [];
}

/** Some resource has it, as far as was read: what would take it over is that resource itself, or is refused. */
export const isHeld = (session: Session, id: string): boolean => claimsOf(session).read.has(id);

/** From now on it is there, and is not deleted by whoever had it before: where the new one is created first. */
export function takenOver(session: Session, ids: readonly string[]): void {
  for (const id of ids) {
    claimsOf(session).ids.delete(id);
    claimsOf(session).kept.add(id);
  }
}

export const isKept = (session: Session, id: string): boolean => claimsOf(session).kept.has(id);

const destroyedAndAssigned = (id: string, at?: AttributePath): Diagnostic =>
  error(
    "destroyed-and-assigned",
    `One resource would destroy the configuration ${id}, and a rule of scanform_repository_assignments assigns it. ` +
      "Keep the one, or change the other; a reference in place of the id lets terraform see it.",
    { attribute: at },
  );

const destroyedAndHad = (id: string, at?: AttributePath): Diagnostic =>
  error(
    "destroyed-and-adopted",
    `One resource would destroy the configuration ${id}, and another would have it. Where it has another address now, ` +
      "add a moved block; where it goes into a collection or comes from one, removed with destroy = false, and import. " +
      "Where two addresses have it, or a replacement was interrupted: terraform state rm ADDRESS for the one that is to go, " +
      "which deletes nothing. The next plan takes it over by its name. To destroy all: terraform destroy -refresh=false.",
    { attribute: at },
  );

function claimsOf(session: Session): Claims {
  const known = claims.get(session) ?? {
    names: new Set(),
    ids: new Set(),
    destroyed: new Set(),
    read: new Set(),
    readAgain: new Set(),
    kept: new Set(),
    assigned: new Set(),
  };
  claims.set(session, known);
  return known;
}

/** Whether it was there before; it is there afterwards. */
const isTaken = (by: Set<string>, key: string): boolean => by.size === by.add(key).size;
