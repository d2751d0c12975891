import fc from "fast-check";
import type { Desired, DesiredRule } from "../../src/model/desired";
import type { Observed } from "../../src/model/observed";
import type { Field, Fields } from "../../src/model/field";
import { address, configurationId, repositoryId } from "../../src/model/ids";
import { type Settings, settingsFields } from "../../src/model/settings";

/** Random settings, made by walking the model: a new field is tried without anybody adding it here. */
export const slugs = ["sql-injection", "secrets", "xss"];
export const policies = [1, 2, 3].map((n) => uuid("c", n));

export function uuid(kind: string, index: number): string {
  return `${kind.charCodeAt(0).toString(16).padStart(8, "0")}-0000-4000-8000-${index.toString(16).padStart(12, "0")}`;
}

const member = fc.constantFrom("a", "b", "c", "!a");

function valueOf(field: Field): fc.Arbitrary<unknown> {
  switch (field.kind) {
    case "boolean":
      return fc.boolean();
    case "integer":
      return fc.integer({ min: 0, max: 3 });
    case "enum":
      return fc.constantFrom(...field.values);
    case "set":
      return fc.uniqueArray(member, { maxLength: 3 });
    case "map":
      return fc.dictionary(fc.constantFrom(...slugs), fieldsOf(field.entry), { maxKeys: 2, noNullPrototype: true });
    case "keyed":
      return fc
        .uniqueArray(fc.constantFrom(...policies), { maxLength: 2 })
        .chain((ids) => fc.tuple(...ids.map((id) => fieldsOf(field.entry).map((entry) => ({ ...entry, id })))));
    case "object":
      return fieldsOf(field.fields);
    case "string":
    case "number":
    case "list":
    case "text-or-object":
    case "json":
      return member;
    default:
      return field satisfies never;
  }
}

const fieldsOf = (fields: Fields): fc.Arbitrary<Record<string, unknown>> =>
  fc.record(Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, valueOf(field)])), {
    requiredKeys: [],
    noNullPrototype: true,
  });

export const settings: fc.Arbitrary<Settings> = fieldsOf(settingsFields);

/** An account with up to six configurations and eight repositories, some without a configuration. */
export const observed: fc.Arbitrary<Observed> = fc
  .record({
    settings: fc.array(settings, { maxLength: 6 }),
    holders: fc.array(fc.option(fc.nat(5), { nil: undefined }), { maxLength: 8 }),
  })
  .map(({ settings: all, holders }) => ({
    configurations: all.map((each, index) => ({
      id: configurationId(uuid("a", index)),
      name: `live-${String(index)}`,
      settings: each,
    })),
    repositories: holders.map((holder, index) => ({
      id: repositoryId(uuid("b", index)),
      name: `repository-${String(index)}`,
      provider_repo_id: index,
      enabled: true,
      ...(holder !== undefined && holder < all.length ? { configuration_id: configurationId(uuid("a", holder)) } : {}),
    })),
    analyzers: slugs.map((slug, index) => ({ id: uuid("d", index), name: slug, slug, enabled: true })),
    policies: policies.map((id) => ({ id, dashboard_url: "https://x", title: "t", question: "q" })),
  }));

const addressOf = (index: number) => address(`scanform_configuration.c${String(index)}`);

const blockOf = (index: number) => address(`scanform_repository_assignments.block${String(index)}`);

/** A rule for one repository, before it is known how many there are of what it names. */
interface Draft {
  readonly repository: number;
  readonly by: "pattern" | "name" | "id";
  readonly target: number;
  readonly what: "leave" | "declared" | "live";
  readonly block: number;
}

const draft: fc.Arbitrary<Draft> = fc.record({
  repository: fc.nat(7),
  by: fc.constantFrom("pattern", "name", "id"),
  target: fc.nat(5),
  what: fc.constantFrom("leave", "declared", "declared", "live", "live"),
  block: fc.nat(2),
});

/** The rule, where there is what it names, and else one that is valid in any account. */
function ruleOf({ repository, by, target, what }: Draft, live: Observed, declared: number): DesiredRule {
  const found = live.configurations[target % Math.max(1, live.configurations.length)];
  const there = live.repositories[repository];
  return {
    target:
      what === "leave"
        ? { leave: true }
        : {
            configuration:
              what === "live" && found !== undefined ? { id: found.id } : { address: addressOf(target % declared) },
          },
    ...(there === undefined || by === "pattern"
      ? { repositoryPattern: `%-${String(repository)}` }
      : by === "name"
        ? { repositoryNames: [there.name ?? ""] }
        : { repositoryIds: [there.id] }),
  };
}

/**
 * Declares some of the live configurations, renames some, adds new ones, and routes repositories between them. There
 * are up to three RepositoryAssignments; each repository is assigned by one of them, and any may leave it.
 */
export function desiredFor(live: Observed): fc.Arbitrary<Desired> {
  const known = live.configurations.length;
  const declared = fc.record({
    settings,
    exclusive: fc.boolean(),
    kind: fc.constantFrom("same", "same", "renamed", "imported", "new"),
  });
  const routing = fc.record({
    blocks: fc.constantFrom(1, 1, 2, 3),
    drafts: fc.array(draft, { maxLength: 6 }),
    /** What gets all that no rule before it matches, where there is one block. */
    rest: fc.option(draft, { nil: undefined }),
  });
  return fc
    .tuple(fc.array(declared, { minLength: 1, maxLength: 6 }), routing)
    .map(([all, { blocks, drafts, rest }]) => ({
      configurations: all.map(({ settings: each, exclusive, kind }, index) => {
        const there = index < known && kind !== "new";
        return {
          address: addressOf(index),
          name: there && kind === "same" ? `live-${String(index)}` : `declared-${String(index)}`,
          ...(there && kind === "renamed" ? { renamedFrom: [`live-${String(index)}`] } : {}),
          ...(there && kind === "imported" ? { id: configurationId(uuid("a", index)) } : {}),
          exclusiveAnalyzers: exclusive,
          settings: exclusive ? { ...each, analyzers: each.analyzers ?? {} } : each,
        };
      }),
      assignments: Array.from({ length: blocks }, (_, block) => {
        const own = drafts.filter((each) => (each.what === "leave" ? each.block : each.repository) % blocks === block);
        const rules = own.map((each) => ruleOf(each, live, all.length));
        const last = rest === undefined || blocks > 1 ? [] : [ruleOf({ ...rest, by: "pattern" }, live, all.length)];
        return {
          address: blockOf(block),
          rules: [...rules, ...last.map((each) => ({ ...each, repositoryPattern: "%" }))],
        };
      }),
    }));
}
