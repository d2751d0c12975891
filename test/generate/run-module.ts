import * as framework from "constructs";
import { compileFunction } from "node:vm";
import * as scanform from "../../src/constructs";
import type { Rule } from "../../src/generate/import/routing/routing";
import { commonJsOf } from "./commonjs";

type Values = Readonly<Record<string, unknown>>;

/** What the generated module declares when it runs, under the names of the constructs. */
export interface Declared {
  readonly configurations: readonly { readonly id: string; readonly props: Values; readonly importFrom?: string }[];
  readonly rules: readonly Rule[];
}

/**
 * Runs a generated module against constructs that only note what they are given. `extend` follows the words of its
 * definition: overrides win leaf by leaf, lists whole, and `undefined` removes a leaf or an entry.
 */
export function declaredBy(text: string): Declared {
  const configurations: { id: string; props: Values; importFrom?: string }[] = [];
  const rules: Rule[] = [];
  class Configuration {
    static extend(scope: unknown, id: string, base: Values, overrides: Values): Configuration {
      return new Configuration(scope, id, extended(base, overrides));
    }
    readonly noted: { id: string; props: Values; importFrom?: string };
    constructor(_scope: unknown, id: string, props: Values) {
      this.noted = { id, props };
      configurations.push(this.noted);
    }
    importFrom(id: string): void {
      this.noted.importFrom = id;
    }
  }
  class Scope {
    readonly isScope = true;
  }
  class RepositoryAssignments extends Scope {
    constructor(_scope: unknown, _id: string, { rules: given = [] }: { readonly rules?: readonly Values[] } = {}) {
      super();
      rules.push(...given.map(ruleOf));
    }
    addRule(rule: Values): void {
      rules.push(ruleOf(rule));
    }
  }
  const constructs = {
    Configuration,
    RepositoryAssignments,
    Presets: presets,
    Comment: upperCaseOf,
    RiskLevel: upperCaseOf,
  };
  for (const Made of classesIn(text, { constructs: { Construct: Scope }, "scanform/cdktn": constructs }))
    new Made(undefined, "imported");
  return { configurations, rules };

  function ruleOf({ configuration, leave, repositoryIds, repositoryNames, repositoryPattern }: Values): Rule {
    if ((leave === true) !== (configuration === undefined)) throw new Error("a rule needs one target");
    const pattern = repositoryPattern as string | undefined;
    return {
      ...(configuration === undefined ? {} : { target: (configuration as Configuration).noted.id }),
      ids: (repositoryIds ?? []) as string[],
      names: ((repositoryNames ?? []) as string[]).map(asRead),
      ...(pattern === undefined ? {} : { pattern: asRead(pattern) }),
    };
  }
}

type Made = new (scope: unknown, id: string) => unknown;

/** The classes that a module exports. @param modules those that it imports */
function classesIn(text: string, modules: Readonly<Record<string, unknown>>): readonly Made[] {
  const exported: Record<string, Made> = {};
  const run = compileFunction(commonJsOf(text), ["require", "exports"]) as (require: object, exports: object) => void;
  run((name: string) => modules[name], exported);
  return Object.values(exported);
}

/** Makes what the generated module declares, with the constructs themselves. */
export const constructsOf =
  (text: string) =>
  (scope: framework.Construct): void => {
    for (const Made of classesIn(text, { constructs: framework, "scanform/cdktn": scanform }))
      new Made(scope, "imported");
  };

const each = (settings: Values) => (slugs: readonly string[]) =>
  Object.fromEntries(slugs.map((slug) => [slug, settings]));

const presets = {
  strict: each({ enabled: true, blocking: true, silent: false }),
  advisory: each({ enabled: true, blocking: false, silent: false }),
  monitor: each({ enabled: true, silent: true, blocking: false }),
};

const upperCaseOf = new Proxy({}, { get: (_, name) => String(name).toLowerCase() });

function extended(base: Values, overrides: Values): Values {
  const entries = new Map(Object.entries(base));
  for (const [key, value] of Object.entries(overrides)) {
    const before = entries.get(key);
    if (value === undefined) entries.delete(key);
    else entries.set(key, isObject(value) ? extended(isObject(before) ? before : {}, value) : value);
  }
  return Object.fromEntries(entries);
}

const isObject = (value: unknown): value is Values =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The text that Terraform reads of a template without expressions. */
export const asRead = (text: string): string => text.replace(/\$\$\{/g, "${").replace(/%%\{/g, "%{");

/** Settings under the service's names. */
export function settingsIn({ name: _, ...props }: Values): Values {
  return renamed(props) as Values;
}

function renamed(value: unknown, inMap = false): unknown {
  if (typeof value === "string") return asRead(value);
  if (Array.isArray(value)) return value.map((each) => renamed(each));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      inMap ? asRead(key) : key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      renamed(each, !inMap && key === "analyzers"),
    ]),
  );
}
