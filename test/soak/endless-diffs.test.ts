import fc from "fast-check";
import type { Profile } from "../../src/emulator/index";
import type { Desired, DesiredRule } from "../../src/model/desired";
import type { Observed } from "../../src/model/observed";
import { settingNames } from "../../src/model/settings";
import { resourceSchemas } from "../../src/terraform/schema/resources";
import type { Attributes } from "../../src/terraform/schema/schema";
import type { ObjectValue, Value } from "../../src/terraform/value";
import { coreOf, type Declaration } from "../terraform/core";
import { isError } from "../terraform/core-process";
import { blank } from "../terraform/session";
import { cases } from "./case";
import { parametersOf, runs } from "./figures";
import { reachable } from "./promises";
import { id, key, serviceOf } from "./service";

/**
 * Random configurations and assignments, each planned, applied, read and planned again: the second plan shows
 * nothing, and what an apply returns completes what was planned, which `coreOf` expects as terraform does.
 */
const profiles: readonly Partial<Profile>[] = [
  {},
  { unset: "null", order: "shuffled" },
  { unset: "absent", defaults: "always", write_answer: "before" },
  { defaults: "at_create", patch_merge: "deep", bulk_merge: "deep" },
  { put_omitted: "kept", order: "shuffled", page_size: 10 },
  { put_omitted: "merged", deep_lists: "merged", unset: "absent" },
  { update_repositories: "whole_set", names: "unique", error_item: "nested" },
  { read_lag_ms: 20_000, defaults: "always", order: "shuffled" },
];

test.each(profiles)(
  "nothing is left to do after an apply: %p",
  async (profile) => {
    const ends: End[] = [];
    const hunt = fc.asyncProperty(cases, async ({ live, desired }) => {
      ends.push(await settles({ live, desired, profile }));
    });
    await fc.assert(hunt, parametersOf(Math.max(2, runs / 40), profiles.indexOf(profile)));
    expect(ends.filter((each) => each === "settled").length).toBeGreaterThan(ends.length / 3);
  },
  60_000 + runs * 20,
);

interface Hunt {
  readonly live: Observed;
  readonly desired: Desired;
  readonly profile: Partial<Profile>;
}

/** What cannot be planned, or what no request of such a service brings about, is not to settle. */
type End = "settled" | "wrong" | "unreachable";

async function settles({ live, desired, profile }: Hunt): Promise<End> {
  const service = await serviceOf({ live, profile });
  try {
    const core = coreOf(service.emulator, { apiKey: key, accountId: id, sleep: service.sleep });
    const declared = declarationOf(desired);
    const first = await core.plan(declared);
    const wrong = first.diagnostics.filter(isError);
    // such as two that claim one repository: what is wrong is not applied
    if (wrong.length > 0) return "wrong";
    const said = [...(await first.apply())];
    const drift = await core.drift();
    const second = await core.plan(declared);
    const left = Object.entries(second.actions).filter(([, action]) => action !== "no-op");
    if (said.some(isError) || said.some(({ summary }) => summary.startsWith("It was created, but"))) {
      // a service that only adds can hold neither what is to go, nor what is exclusive
      expect({ said, reachable: reachable(profile, withoutExclusive(desired)) }).toMatchObject({ reachable: false });
      return "unreachable";
    }
    expect({ left, drift, said }).toEqual({ left: [], drift: [], said });
    return "settled";
  } finally {
    await service.close();
  }
}

const withoutExclusive = (desired: Desired): Desired => ({
  ...desired,
  configurations: desired.configurations.map((each) => ({ ...each, exclusiveAnalyzers: false })),
});

const schema = resourceSchemas.scanform_configuration;

function declarationOf({ configurations, assignments }: Desired): Declaration {
  const declared = configurations.map((each): readonly [string, ObjectValue] => [
    each.address,
    blank(schema, {
      name: each.name,
      renamed_from: each.renamedFrom === undefined ? null : [...each.renamedFrom],
      exclusive_analyzers: each.exclusiveAnalyzers ?? null,
      ...Object.fromEntries(
        settingNames.map((name) => [name, declaredAs(schema.block.attributes, name, each.settings[name])]),
      ),
    }),
  ]);
  const routing = assignments.map(({ address, rules }): readonly [string, Declaration[string]] => [
    address,
    (of) => ({ rules: rules.map((rule) => ruleOf(rule, (target) => of(target, "id"))) }),
  ]);
  return Object.fromEntries([...declared, ...routing]);
}

function ruleOf(rule: DesiredRule, idAt: (address: string) => Value): ObjectValue {
  const { target, repositoryIds, repositoryNames, repositoryPattern } = rule;
  const to = "configuration" in target ? target.configuration : undefined;
  return {
    configuration_id: to === undefined ? null : "id" in to ? to.id : idAt(to.address),
    repository_ids: repositoryIds === undefined ? null : [...repositoryIds],
    repository_names: repositoryNames === undefined ? null : [...repositoryNames],
    repository_pattern: repositoryPattern ?? null,
    leave: "leave" in target ? true : null,
  };
}

/** A setting as it is written in a declaration: names of the schema, null where nothing is given. */
function declaredAs(attributes: Attributes, name: string, value: unknown): Value {
  const attribute = attributes[name];
  if (value === undefined || attribute === undefined) return null;
  if (!("nested_type" in attribute)) return value as Value;
  const { attributes: inside, nesting_mode: mode } = attribute.nested_type;
  const object = (each: unknown): ObjectValue =>
    Object.fromEntries(
      Object.keys(inside).map((part) => [
        part,
        declaredAs(
          inside,
          part,
          (each as Record<string, unknown>)[part] ?? (each as Record<string, unknown>)[wireName(part)],
        ),
      ]),
    );
  if (mode === "single") return object(value);
  if (mode === "list") return (value as readonly unknown[]).map(object);
  const entries: readonly (readonly [string, unknown])[] = Array.isArray(value)
    ? (value as readonly { readonly id: string }[]).map(({ id: which, ...rest }) => [which, rest])
    : Object.entries(value as Readonly<Record<string, unknown>>);
  return Object.fromEntries(entries.map(([each, entry]) => [each, object(entry)]));
}

/** What the model calls an attribute. */
const wireName = (name: string): string => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
