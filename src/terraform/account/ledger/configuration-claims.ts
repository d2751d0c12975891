import type { AttributePath } from "../../../diagnostics/attribute-path";
import { type Diagnostic, error } from "../../../diagnostics/diagnostic";
import { sameId } from "../../../model/uuid";
import { textIn, type Value } from "../../value";

/** What a resource is planned to hold. */
export interface ConfigurationClaim {
  /** An unknown name and null claim nothing. */
  readonly name: Value;
  /** The configuration that the resource holds or adopts. */
  readonly id: string | undefined;
  /** Whether the configuration has the name already: two that have it are distinguished by their ids. */
  readonly isNamed: boolean;
  /** Whether the resource replaces one that made the same claim. */
  readonly replaces: boolean;
}

/**
 * Which resource holds which configuration. Every method records a fact and returns the conflicts with the facts
 * recorded before, so that a conflict is found in whichever order Terraform asks.
 */
export class ConfigurationClaims {
  /** Whether all that claim the name have it already. */
  readonly #names = new Map<string, boolean>();
  readonly #ids = new Set<string>();
  readonly #destroyed = new Set<string>();
  /** The configurations that resources hold: they have been refreshed. */
  readonly held = new Set<string>();
  readonly #readTwice = new Set<string>();
  /** A create of the batch that runs now has adopted these: the same batch does not delete them. */
  readonly adopted = new Set<string>();
  /** A create that was to adopt these has been applied: whichever resource held them before does not delete them. */
  readonly kept = new Set<string>();
  /** How many plans wait for others to be refreshed. */
  waiting = 0;
  /** Whether so many have waited at once that they may have waited for each other. */
  mayBlock = false;
  /** The names that configurations are known by, by id. */
  readonly #calledFirst = new Map<string, string>();
  /** In lower case. */
  readonly #assigned = new Set<string>();

  /** A resource is planned with this name and this configuration. */
  claim({ name, id, isNamed, replaces }: ConfigurationClaim): readonly Diagnostic[] {
    const areNamed = typeof name === "string" ? this.#names.get(name) : undefined;
    if (typeof name === "string" && !replaces) this.#names.set(name, isNamed && areNamed !== false);
    const nameTaken = areNamed !== undefined && !(isNamed && areNamed);
    const idTaken = id !== undefined && isTaken(this.#ids, id);
    const attribute = ["name"];
    const holder = id === undefined ? "" : this.#withName(id);
    if (id !== undefined) this.#call(id, name);
    if (nameTaken && !replaces) {
      const detail = `${JSON.stringify(name)} is declared twice. Rename one of them.`;
      return [error("name-claimed-twice", detail, { attribute })];
    }
    if (idTaken && !replaces)
      return [
        error(
          "configuration-claimed-twice",
          `${JSON.stringify(textIn(name))} would be the configuration ${holder}, which another resource has. ` +
            "Remove one of them, with terraform state rm ADDRESS where the state has both; where the other is renamed only now, " +
            "apply that first.",
          { attribute },
        ),
      ];
    return id !== undefined && this.#destroyed.has(id) ? [destroyedAndAdopted(this.#withName(id), attribute)] : [];
  }

  #call(id: string, name: Value): void {
    if (typeof name === "string" && !this.#calledFirst.has(id)) this.#calledFirst.set(id, name);
  }

  /** `"strict" (5f0c41d2-…)`, or the id where no name is known. */
  #withName(id: string): string {
    const name = this.#calledFirst.get(id);
    return name === undefined ? id : `${JSON.stringify(name)} (${id})`;
  }

  /** A resource that holds the configuration is refreshed. A second read comes from a second resource. */
  read(id: string, name: Value = null): readonly Diagnostic[] {
    this.#call(id, name);
    if (this.held.has(id)) this.#readTwice.add(id);
    this.held.add(id);
    // a resource that is only destroyed is refreshed after its plan
    return this.#readTwice.has(id) && this.#destroyed.has(id) ? [destroyedAndAdopted(this.#withName(id))] : [];
  }

  /** Whether a resource of this run has read, claimed or destroys the configuration. */
  isKnown(id: string): boolean {
    return [this.held, this.#ids, this.#destroyed].some((ids) => ids.has(id));
  }

  /** The destruction of a resource that holds the configuration is planned. */
  destroy(id: string, name: Value = null): readonly Diagnostic[] {
    this.#call(id, name);
    if (this.kept.has(id)) return [];
    this.#destroyed.add(id);
    if (this.#ids.has(id) || this.#readTwice.has(id)) return [destroyedAndAdopted(this.#withName(id))];
    return this.#assigned.has(id.toLowerCase()) ? [destroyedAndAssigned(this.#withName(id))] : [];
  }

  /** A rule assigns the configuration. @param id in upper or lower case */
  assign(id: string, attribute: AttributePath): readonly Diagnostic[] {
    this.#assigned.add(id.toLowerCase());
    const destroyed = [...this.#destroyed].find((each) => sameId(each, id));
    return destroyed === undefined ? [] : [destroyedAndAssigned(this.#withName(destroyed), attribute)];
  }

  keep(ids: readonly string[]): void {
    for (const id of ids) {
      this.#ids.delete(id);
      this.kept.add(id);
    }
  }
}

/** @param which its name and id */
const destroyedAndAssigned = (which: string, attribute?: AttributePath): Diagnostic =>
  error(
    "destroyed-and-assigned",
    `One resource would destroy the configuration ${which}, and a rule of scanform_repository_assignments assigns it. ` +
      "Keep the one, or change the other; a reference in place of the id lets terraform see it.",
    { attribute },
  );

/** @param which its name and id */
const destroyedAndAdopted = (which: string, attribute?: AttributePath): Diagnostic =>
  error(
    "destroyed-and-adopted",
    `One resource would destroy the configuration ${which}, and another would have it. Where it has another address now, ` +
      "add a moved block. Where two addresses have it, or a replacement was interrupted: terraform state rm ADDRESS for the one " +
      "that is to go, which deletes nothing. The next plan takes it over by its name. To destroy all: terraform destroy -refresh=false.",
    { attribute },
  );

/** Adds the key. @returns whether it was there before */
const isTaken = (keys: Set<string>, key: string): boolean => keys.size === keys.add(key).size;
