import fc from "fast-check";
import type { StoreView } from "../../src/emulator";
import { type AccountStore, newConfiguration } from "../../src/emulator/state/store";
import { withDefaults } from "../../src/emulator/http/response-shape";
import type { StoredConfiguration, WireSettings } from "../../src/emulator/state/write-semantics";
import { decodeSettings } from "../../src/model/field-decoder";
import type { Address, ConfigurationId, RepositoryId } from "../../src/model/ids";
import { isObject, sameMembers, texts } from "../../src/model/json";
import { type Settings, settingsFields } from "../../src/model/settings";
import { toWire } from "../../src/model/to-wire";
import { diff, target } from "../../src/reconcile/plan/target";
import type { Plan } from "../../src/reconcile/plan/plan";
import type { Write } from "../../src/reconcile/plan/write";
import { settings } from "../reconcile/arbitrary";
import type { Case } from "./case";
import { type Exchange, ExchangesUnderWay, type Pace } from "./exchanges-under-way";
import { id, type Service } from "./service";

/** Somebody else who changes an account while a plan is applied to it. */

export const deedKinds = ["leaf", "name", "repository", "taking out", "deletion", "creation"] as const;
type DeedKind = (typeof deedKinds)[number];

/** What he does; to which object, is decided when it is known which there are. */
export interface Deed {
  /** 0: after the plan and before the first request; n: at the nth reading of the apply. */
  readonly at: number;
  readonly kind: DeedKind;
  readonly object: number;
  readonly other: number;
  /** A leaf of these settings. */
  readonly edit: Settings;
  /** Of the objects and fields that the plan writes. */
  readonly planned: boolean;
}

/** Settings in which nearly everything is set. */
const full: fc.Arbitrary<Settings> = fc
  .array(settings, { minLength: 4, maxLength: 4 })
  .map((all) => all.reduce((sum, each) => target(sum, { settings: each }), {}));

export const deeds: fc.Arbitrary<readonly Deed[]> = fc.array(
  fc.record({
    at: fc.constantFrom(0, 1, 1, 2, 2, 2, 3, 3, 4, 5),
    kind: fc.constantFrom(...deedKinds, "leaf", "leaf", "repository"),
    object: fc.nat(),
    other: fc.nat(),
    edit: full,
    planned: fc.nat(3).map((each) => each > 0),
  }),
  { minLength: 1, maxLength: 3 },
);

/** What he has done, as long as nobody has changed it since. */
export type Mark = {
  /** When. */
  readonly at: number;
} & (
  | {
      readonly kind: "leaf";
      readonly configuration: ConfigurationId;
      readonly leaf: Settings;
      readonly after: Settings;
      /** Paths of sets that nobody can tell from what a service that merges lists makes of the write. */
      readonly merged: readonly string[];
    }
  | { readonly kind: "name"; readonly configuration: ConfigurationId; readonly name: string }
  | { readonly kind: "repository"; readonly repository: RepositoryId; readonly configuration: ConfigurationId | null }
  | { readonly kind: "deletion"; readonly configuration: ConfigurationId }
  | { readonly kind: "creation"; readonly configuration: ConfigurationId; readonly name: string }
);

interface Situation {
  readonly service: Service;
  readonly plan: Plan;
  readonly deeds: readonly Deed[];
  readonly pace: Pace;
  readonly profile: Case["profile"];
}

/** The store of an emulator gives its accounts, which tests only read otherwise. */
interface Accounts {
  find(account: string): AccountStore | undefined;
}

type ByConfiguration = (write: Exchange) => boolean;

export class SecondWriter {
  readonly #account: AccountStore;
  readonly #own: Pick<AccountStore, "put" | "remove" | "assign" | "unassignOthers">;
  readonly #situation: Situation;
  readonly #exchanges: ExchangesUnderWay;
  readonly #prior: Map<ConfigurationId, { readonly name: string | null; readonly settings: Settings }>;
  readonly #holders: ReadonlyMap<RepositoryId, ConfigurationId | null>;
  readonly #touched = new Set<string>();
  readonly #creatable: string[];
  /** The names of what the apply has created. */
  readonly #made = new Map<ConfigurationId, string>();
  #marks: readonly Mark[] = [];
  #readings = 0;
  /** Everything that he did. */
  readonly did: Mark[] = [];
  /** What the apply has taken back outside windows, or made twice. */
  readonly broken: string[] = [];
  /** How often something was lost inside a window, which nobody can exclude. */
  inWindows = 0;

  constructor(situation: Situation) {
    const { service, plan, pace } = situation;
    const account = (service.emulator.store as StoreView & Accounts).find(id);
    if (account === undefined) throw new Error("there is no account");
    this.#account = account;
    this.#situation = situation;
    this.#prior = new Map([
      ...account.configurations().map((each) => [each.id, this.#shown(each)] as const),
      ...plan.observed.configurations.map(
        ({ id: live, name = null, settings: shown }) => [live, { name, settings: shown }] as const,
      ),
    ]);
    this.#holders = new Map(account.repositories().map((each) => [each.id, each.configuration_id]));
    this.#creatable = plan.configurations.flatMap(({ action, declared }) =>
      action === "create" ? [declared.name] : [],
    );
    this.#own = {
      put: account.put.bind(account),
      remove: account.remove.bind(account),
      assign: account.assign.bind(account),
      unassignOthers: account.unassignOthers.bind(account),
    };
    this.#follow();
    const reading = (): void => {
      this.#readings += 1;
      this.#act(this.#readings);
    };
    this.#exchanges = new ExchangesUnderWay(service.emulator, () => service.clock.now(), pace, reading);
    this.#act(0);
  }

  /** Whether a write of the apply has changed what he has changed before or since. */
  isWritten(mark: Mark): boolean {
    if (mark.kind === "creation") return [...this.#made.values()].includes(mark.name);
    return this.#touched.has(mark.kind === "repository" ? mark.repository : mark.configuration);
  }

  /** Whether he did it between the beginning of a look of the apply at a configuration and the end of its write. */
  isInWindow(mark: Mark & { readonly configuration: ConfigurationId }): boolean {
    const ends = mark.kind === "creation" ? ["/configurations"] : [mark.configuration, "/bulk_update"];
    return this.#exchanges.writes
      .filter(({ path, ended }) => mark.at < ended && ends.some((end) => path.endsWith(end)))
      .some((write) => this.#exchanges.isInWindow(mark.at, write, covering(mark)));
  }

  end(): void {
    this.#exchanges.end();
    Object.assign(this.#account, this.#own);
  }

  /** Notes what each write of the apply does, at the moment in which it does it. */
  #follow(): void {
    const account = this.#account;
    const own = this.#own;
    account.put = (configuration) => {
      const isNew = account.configuration(configuration.id) === undefined;
      const live = own.put(configuration);
      this.#touched.add(live.id);
      if (isNew) this.#created(live);
      const write: ByConfiguration = ({ path }) => path.endsWith(live.id) || path.endsWith("/bulk_update");
      this.#check(write);
      return live;
    };
    account.remove = (gone) => {
      own.remove(gone);
      this.#touched.add(gone);
      this.#check(({ method, path }) => method === "DELETE" && path.endsWith(gone));
    };
    account.assign = (to, repositories) => {
      const all = [...repositories];
      own.assign(to, all);
      for (const each of all) this.#touched.add(each);
      this.#check(() => true);
    };
    account.unassignOthers = (from, kept) => {
      own.unassignOthers(from, kept);
      this.#check(({ path }) => path.endsWith(from));
    };
  }

  #created(created: StoredConfiguration): void {
    const { id: made, name } = created;
    const shown = JSON.stringify(name);
    // one that he has deleted or renamed cannot be distinguished from one that was never created
    const twice = [...this.#made.keys()].some((each) => this.#account.configuration(each)?.name === name);
    if (name === null || !this.#creatable.includes(name)) this.broken.push(`${shown} was created without a plan`);
    else if (twice) this.broken.push(`${shown} was created twice`);
    if (name !== null) this.#made.set(made, name);
    this.#prior.set(made, this.#shown(created));
    for (const mark of this.#marks)
      if (
        mark.kind === "creation" &&
        mark.name === name &&
        this.#account.configuration(mark.configuration)?.name === name
      )
        this.#lost(mark, `${shown} was created although it was there`, ({ path }) => path.endsWith("/configurations"));
  }

  /** @param by the writes that may have done what has just been done */
  #check(by: ByConfiguration): void {
    this.#marks = this.#marks.filter((mark) => {
      const taken = this.#takenBack(mark);
      if (taken !== undefined && taken !== "") this.#lost(mark, taken, by);
      return taken === undefined;
    });
  }

  /** What of a mark is not there any more; "" where it is again as it was when the plan was made. */
  #takenBack(mark: Mark): string | undefined {
    switch (mark.kind) {
      case "leaf": {
        const live = this.#account.configuration(mark.configuration);
        const prior = this.#prior.get(mark.configuration)?.settings ?? {};
        const own = new Set(unlike(prior, mark.leaf));
        if (live === undefined) return own.size === 0 ? "" : `${mark.configuration}, which he had changed, was deleted`;
        const gone = unlike(this.#shown(live).settings, mark.leaf);
        if (gone.length === 0) return undefined;
        const his = gone.filter((path) => own.has(path) && !mark.merged.includes(path));
        return his.length === 0 ? "" : `${his.join(", ")} of ${mark.configuration} was taken back`;
      }
      case "name": {
        const live = this.#account.configuration(mark.configuration);
        return live?.name === mark.name ? undefined : `the name of ${mark.configuration} was taken back`;
      }
      case "repository": {
        const has = this.#account.repository(mark.repository)?.configuration_id;
        if (has === mark.configuration) return undefined;
        return mark.configuration === this.#holders.get(mark.repository) ? "" : `${mark.repository} was moved back`;
      }
      case "creation":
        return this.#account.configuration(mark.configuration) === undefined
          ? `${mark.configuration}, which he had created, was deleted`
          : undefined;
      case "deletion":
        return undefined;
      default:
        return mark satisfies never;
    }
  }

  #lost(mark: Mark, what: string, by: ByConfiguration): void {
    const writes = this.#exchanges.writing.filter(by);
    if (writes.some((write) => this.#exchanges.isInWindow(mark.at, write, covering(mark)))) this.inWindows += 1;
    else this.broken.push(`${what} by ${writes.map(({ method, path }) => `${method} ${path}`).join(" or ")}`);
  }

  /** A configuration as the service shows it, which may fill in what is not set. */
  #shown({ name, configuration }: StoredConfiguration): { readonly name: string | null; readonly settings: Settings } {
    const { defaults } = this.#situation.profile;
    return {
      name,
      settings: heldBy(defaults === "always" ? withDefaults(configuration, this.#account) : configuration),
    };
  }

  /** The sets with all members of the prior state and of the plan, as long as no read has shown what the write has made. */
  #merged(configuration: ConfigurationId, now: Settings): readonly string[] {
    const writes: ByConfiguration = ({ path }) => path.endsWith(configuration) || path.endsWith("/bulk_update");
    const covers = (path: string): boolean => path.endsWith("/configurations") || path.endsWith(configuration);
    const prior = this.#prior.get(configuration)?.settings;
    const planned = this.#situation.plan.configurations.find(({ live }) => live?.id === configuration)?.after;
    if (prior === undefined || planned === undefined || this.#exchanges.isReadBack(writes, covers)) return [];
    const members = new Map(
      diff(prior, planned).map(({ path, before, after }) => [path, [...texts(before), ...texts(after)]]),
    );
    return diff(prior, now).flatMap(({ path, after }) => {
      const all = members.get(path);
      return Array.isArray(after) && all !== undefined && sameMembers(texts(after), all) ? [path] : [];
    });
  }

  #act(at: number): void {
    for (const deed of this.#situation.deeds) if (deed.at === at) this.#do(deed);
  }

  #do(deed: Deed): void {
    const mark = this.#done(deed);
    if (mark === undefined) return;
    this.did.push(mark);
    // what he changes himself is not lost
    this.#marks = [...this.#marks.filter((each) => this.#takenBack(each) === undefined), mark];
  }

  #done(deed: Deed): Mark | undefined {
    const account = this.#account;
    const at = this.#exchangesNow();
    switch (deed.kind) {
      case "leaf": {
        const live = this.#configuration(deed);
        if (live === undefined) return undefined;
        const before = heldBy(live.configuration);
        const leaf = leafOf(narrowed(deed, this.#fieldsOf(live.id)), deed.other);
        const after = target(before, { settings: leaf });
        const changed = { ...live, configuration: wire(after) };
        const seen = this.#shown(changed).settings;
        // nobody sees that he sets what the service fills in
        if (diff(this.#shown(live).settings, seen).length === 0) return undefined;
        this.#own.put(changed);
        return { at, kind: "leaf", configuration: live.id, leaf, after: seen, merged: this.#merged(live.id, seen) };
      }
      case "name": {
        const live = this.#configuration(deed);
        if (live === undefined) return undefined;
        const name = `somebody-${String(this.did.length)}`;
        this.#own.put({ ...live, name });
        return { at, kind: "name", configuration: live.id, name };
      }
      case "repository": {
        const repository = this.#repository(deed);
        const others = account.configurations().filter((each) => each.id !== repository?.configuration_id);
        const to = pick(others, deed.other)?.id;
        if (repository === undefined || to === undefined) return undefined;
        this.#own.assign(to, [repository.id]);
        return { at, kind: "repository", repository: repository.id, configuration: to };
      }
      case "taking out": {
        const repository = this.#repository(deed);
        const from = repository?.configuration_id ?? null;
        if (repository === undefined || from === null) return undefined;
        const members = account.repositories().filter((each) => each.configuration_id === from);
        const kept = members.filter((each) => each.id !== repository.id);
        this.#own.unassignOthers(
          from,
          kept.map((each) => each.id),
        );
        return { at, kind: "repository", repository: repository.id, configuration: null };
      }
      case "deletion": {
        const live = this.#configuration(deed);
        if (live === undefined) return undefined;
        this.#own.remove(live.id);
        return { at, kind: "deletion", configuration: live.id };
      }
      case "creation": {
        const name = (deed.planned ? pick(this.#creatable, deed.object) : undefined) ?? `somebody-${String(at)}`;
        if (account.configurations().some((each) => each.name === name)) return undefined;
        const made = this.#own.put(newConfiguration(name, wire(leafOf(deed.edit, deed.other))));
        return { at, kind: "creation", configuration: made.id, name };
      }
      default:
        return deed.kind satisfies never;
    }
  }

  /** Before the apply begins there are no exchanges. */
  #exchangesNow(): number {
    return this.#readings === 0 ? 0 : this.#exchanges.tick();
  }

  #configuration({ object, planned }: Deed): StoredConfiguration | undefined {
    const { plan } = this.#situation;
    const all = this.#account.configurations();
    const names = new Set(this.#creatable);
    const written = new Set<string>(plan.writes.flatMap(configurationsOf));
    const some = all.filter((each) => written.has(each.id) || (each.name !== null && names.has(each.name)));
    return pick(planned && some.length > 0 ? some : all, object);
  }

  #repository({ object, planned }: Deed) {
    const all = this.#account.repositories();
    const moved = new Set(this.#situation.plan.moves.map(({ repository }) => repository.id));
    const some = all.filter((each) => moved.has(each.id));
    return pick(planned && some.length > 0 ? some : all, object);
  }

  /** The settings that the plan writes to a configuration. */
  #fieldsOf(configuration: ConfigurationId): readonly string[] {
    return this.#situation.plan.writes.flatMap((write) =>
      configurationsOf(write).includes(configuration) ? fieldsOf(write) : [],
    );
  }
}

/** The configurations that a write changes or deletes. */
export function configurationsOf(write: Write): readonly ConfigurationId[] {
  if (write.kind === "bulk") return write.configurations;
  return write.kind === "put" || write.kind === "patch" || write.kind === "delete" ? [write.configuration] : [];
}

/** The top-level settings that the body of a write replaces. */
function fieldsOf(write: Write): readonly string[] {
  if (write.kind === "bulk") return Object.keys(write.updates);
  if (write.kind === "patch") return Object.keys(write.body.settings);
  return write.kind === "put" || write.kind === "delete" ? Object.keys(settingsFields) : [];
}

/** The address of each configuration that is declared or deleted, by its id. */
export const addressesIn = ({ configurations, deletions }: Plan): ReadonlyMap<ConfigurationId, Address> =>
  new Map([
    ...configurations.flatMap(({ live, address }): [ConfigurationId, Address][] =>
      live === undefined ? [] : [[live.id, address]],
    ),
    ...deletions.map(({ live, address }): [ConfigurationId, Address] => [live.id, address]),
  ]);

/** Which reads show what he changed. */
function covering(mark: Mark): (path: string) => boolean {
  if (mark.kind === "repository") return (path) => path.endsWith("/repositories");
  return (path) => path.endsWith("/configurations") || path.endsWith(mark.configuration);
}

function pick<T>(from: readonly T[], at: number): T | undefined {
  return from.length === 0 ? undefined : from[at % from.length];
}

const heldBy = (configuration: StoredConfiguration["configuration"]): Settings =>
  decodeSettings(configuration ?? {}, "received");

const wire = (value: Settings): WireSettings =>
  JSON.parse(JSON.stringify(toWire(settingsFields, value))) as Record<string, never>;

/** The leaves that are not as given. */
const unlike = (held: Settings, leaf: Settings): readonly string[] =>
  diff(held, target(held, { settings: leaf })).map(({ path }) => path);

function narrowed({ edit, planned }: Deed, fields: readonly string[]): Settings {
  const some = Object.fromEntries(Object.entries(edit).filter(([name]) => fields.includes(name)));
  return planned && Object.keys(some).length > 0 ? some : edit;
}

/** One leaf of settings, with everything around it that names it. */
const leafOf = (value: Settings, at: number): Settings => oneOf(value, at);

function oneOf(value: Readonly<Record<string, unknown>>, at: number): Readonly<Record<string, unknown>> {
  const all = Object.entries(value);
  const chosen = pick(all, at);
  if (chosen === undefined) return {};
  const [name, inside] = chosen;
  return { [name]: isObject(inside) ? oneOf(inside, Math.floor(at / all.length)) : inside };
}
