import { type Diagnostic, hasErrors } from "../../../diagnostics/diagnostic";
import { problem } from "../../../model/problem";
import { attributeDiagnostic } from "../../common-diagnostics";
import type { Value } from "../../value";

/** The findings that resources triage. The id of a finding is the same in upper and lower case. */
export class TriageClaims {
  readonly #claimed = new Set<string>();
  readonly #set = new Set<string>();
  readonly #last = new Map<string, Promise<unknown>>();

  /**
   * Claims the triage of a finding for a resource that is planned. A resource that is destroyed claims nothing: `set`
   * and `release` may come in any order.
   *
   * @param finding its id; an unknown id claims nothing
   * @param replaces whether the resource replaces one that claimed the same finding
   */
  claim(finding: Value, replaces: boolean): readonly Diagnostic[] {
    if (typeof finding !== "string") return [];
    const id = keyOf(finding);
    const twice = this.#claimed.has(id) && !replaces;
    this.#claimed.add(id);
    if (!twice) return [];
    return [attributeDiagnostic(problem("finding-claimed-twice", ["finding_id"], JSON.stringify(finding), ""))];
  }

  /** Sets the triage with `work`, after what was begun before for the same finding. */
  set(finding: string, work: () => Promise<readonly Diagnostic[]>): Promise<readonly Diagnostic[]> {
    return this.#inTurn(finding, async () => {
      const diagnostics = await work();
      if (!hasErrors(diagnostics)) this.#set.add(keyOf(finding));
      return diagnostics;
    });
  }

  /** Removes the triage of an expired resource with `work`, after what was begun before for the same finding. */
  remove(finding: string, work: () => Promise<readonly Diagnostic[]>): Promise<readonly Diagnostic[]> {
    return this.#inTurn(finding, work);
  }

  /** The same for a destroyed resource: does nothing when another resource has set the triage. */
  release(finding: string, work: () => Promise<readonly Diagnostic[]>): Promise<readonly Diagnostic[]> {
    return this.#inTurn(finding, async () => (this.#set.has(keyOf(finding)) ? [] : await work()));
  }

  #inTurn<T>(finding: string, work: () => Promise<T>): Promise<T> {
    const next = (this.#last.get(keyOf(finding)) ?? Promise.resolve()).then(work);
    this.#last.set(
      keyOf(finding),
      next.catch(() => undefined), // the caller handles the failure
    );
    return next;
  }
}

const keyOf = (finding: string): string => finding.toLowerCase();
