import { type Diagnostic, error } from "../../../diagnostics/diagnostic";
import type { Configuration, Repository } from "../../../model/entities";
import type { ConfigurationId, RepositoryId } from "../../../model/ids";
import { problem } from "../../../model/problem";
import { listed } from "../../../model/suggest";
import { attributeDiagnostic } from "../../common-diagnostics";
import type { Value } from "../../value";
import { ConfigurationClaims } from "./configuration-claims";
import { PlannedDeletions, PlannedSettings } from "./planned-settings";

/**
 * What one process has planned and applied. Terraform plans each resource by itself and in any order; the ledger
 * finds what only several resources together make wrong. It is empty again when the plan is applied, which is
 * another process.
 */
export class Ledger {
  readonly configurations = new ConfigurationClaims();
  /** Those that a scanform_repository_assignments assigns. */
  readonly repositories = new Set<RepositoryId>();
  readonly selected = new SelectedRepositories();
  readonly triages = new TriageClaims();
  readonly originals = new Originals();
  readonly deletions = new PlannedDeletions();
  readonly settings = new PlannedSettings();
  readonly reviewed = new Reviewed();
  /**
   * Terraform does not say whether it plans or applies. It refreshes only where it plans, and plans again in the process
   * that applies.
   */
  phase: "unknown" | "plan" | "apply" = "unknown";
}

/**
 * The account as this process first read it, which in an apply is before its changes: what was changed by then, as it was
 * before its first change. Read once, since a list of the service is stale after each write.
 */
export class Originals {
  readonly #configurations = new Map<string, Configuration>();
  readonly #repositories = new Map<string, Repository>();
  #listed: readonly Configuration[] | undefined;
  #holders: readonly Repository[] | undefined;

  /** Before a write. What is known already stays. */
  keep(configurations: readonly Configuration[], repositories: readonly Repository[]): void {
    for (const each of configurations) if (!this.#configurations.has(each.id)) this.#configurations.set(each.id, each);
    for (const each of repositories) if (!this.#repositories.has(each.id)) this.#repositories.set(each.id, each);
  }

  /** @param now the list; what was deleted is there again */
  async configurations(now: () => Promise<readonly Configuration[]>): Promise<readonly Configuration[]> {
    if (this.#listed !== undefined) return this.#listed;
    const others = (await now()).filter(({ id }) => !this.#configurations.has(id));
    return (this.#listed ??= [...others, ...this.#configurations.values()]);
  }

  /** @param now the list, whose repositories have the configurations that they had before */
  async repositories(now: () => Promise<readonly Repository[]>): Promise<readonly Repository[]> {
    return (this.#holders ??= (await now()).map((each) => this.#repositories.get(each.id) ?? each));
  }
}

/**
 * The account as the plan of this process has read it, for the objects that it changes. Terraform plans again in the
 * process that applies, right before it does; what somebody else has changed since then must not be overwritten.
 */
class Reviewed {
  readonly configurations = new Map<ConfigurationId, Configuration>();
  /** The places of the repositories when they were routed. */
  readonly repositories = new Map<RepositoryId, ConfigurationId | undefined>();
}

/** The findings that resources triage. The id of a finding is the same in upper and lower case. */
export class TriageClaims {
  readonly #claimed = new Set<string>();
  readonly #set = new Set<string>();
  readonly #last = new Map<string, Promise<void>>();

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
  set(finding: string, work: () => Promise<void>): Promise<void> {
    return this.#inTurn(finding, async () => {
      await work();
      this.#set.add(keyOf(finding));
    });
  }

  /** Removes the triage of an expired resource with `work`, after what was begun before for the same finding. */
  remove(finding: string, work: () => Promise<void>): Promise<void> {
    return this.#inTurn(finding, work);
  }

  /** The same for a destroyed resource: does nothing when another resource has set the triage. */
  release(finding: string, work: () => Promise<void>): Promise<void> {
    return this.#inTurn(finding, async () => {
      if (!this.#set.has(keyOf(finding))) await work();
    });
  }

  #inTurn(finding: string, work: () => Promise<void>): Promise<void> {
    const next = (this.#last.get(keyOf(finding)) ?? Promise.resolve()).then(work);
    this.#last.set(
      keyOf(finding),
      next.catch(() => undefined), // the caller handles the failure
    );
    return next;
  }
}

const keyOf = (finding: string): string => finding.toLowerCase();

/** A repository, and the number of the rule that selects it. */
interface Selected {
  readonly repository: Repository;
  readonly rule: number;
}

/** The repositories that rules select, as this process has planned them, by their digest. */
export class SelectedRepositories {
  readonly #planned = new Map<string, readonly Selected[]>();

  plan(digest: string, selected: readonly Selected[]): void {
    this.#planned.set(digest, selected);
  }

  /** The error where an apply finds others, which says which they are as far as this process has planned them. */
  changed(digest: Value | undefined, now: readonly Selected[]): Diagnostic {
    const planned = typeof digest === "string" ? this.#planned.get(digest) : undefined;
    const what = planned === undefined ? "" : `${differences(planned, now).join("; ")}. `;
    return error("selection-changed", `${what}Nothing was assigned: plan again.`, { attribute: ["rules"] });
  }
}

function differences(planned: readonly Selected[], now: readonly Selected[]): readonly string[] {
  const [before, after] = [byId(planned), byId(now)];
  const otherwise = now.filter(({ repository: { id }, rule }) => (before.get(id)?.rule ?? rule) !== rule);
  const groups: readonly (readonly [one: string, many: string, readonly Selected[]])[] = [
    ["is new", "are new", now.filter(({ repository }) => !before.has(repository.id))],
    ["is gone", "are gone", planned.filter(({ repository }) => !after.has(repository.id))],
    ["is selected by another rule", "are selected by other rules", otherwise],
  ];
  return groups.flatMap(([one, many, of]) => {
    const names = of.map(({ repository: { id, name = id } }) => name);
    return names.length === 0 ? [] : [`${listed(names)} ${names.length === 1 ? one : many}`];
  });
}

const byId = (all: readonly Selected[]): ReadonlyMap<RepositoryId, Selected> =>
  new Map(all.map((each) => [each.repository.id, each]));
