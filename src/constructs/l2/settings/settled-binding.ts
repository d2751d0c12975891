import { Token } from "cdktf";
import type { Construct } from "constructs";
import { define } from "../../../model/json";
import { Configuration as Binding, type ConfigurationConfig } from "../../l1/configuration";
import type { DeclaredSettings } from "../configuration-props";
import { settingProperties } from "../read-configuration";
import { asResolvable, isToken } from "../tokens";
import { type Declared, type Entries, isEntries, sameValue } from "./declared";

/** A binding that takes its settings from what is declared whenever it is synthesized. */
export class SettledBinding extends Binding {
  #settled: Entries = {};
  #version = -1;

  constructor(
    scope: Construct,
    id: string,
    config: ConfigurationConfig,
    private readonly declared: Declared,
  ) {
    super(scope, id, config);
  }

  protected override synthesizeAttributes(): ReturnType<Binding["synthesizeAttributes"]> {
    this.settle();
    return super.synthesizeAttributes();
  }

  protected override synthesizeHclAttributes(): ReturnType<Binding["synthesizeHclAttributes"]> {
    this.settle();
    return super.synthesizeHclAttributes();
  }

  /** Sets what has changed: whatever else was set on the binding itself stays. */
  private settle(): void {
    const { version, settings } = this.declared;
    if (version === this.#version) return;
    this.#version = version;
    for (const name of settingProperties)
      if (!sameValue(settings[name], this.#settled[name])) this.put(name, settings[name]);
    this.#settled = settings;
  }

  /** By the binding's own method for it: `resetComment`, `putAnalyzers`, or the property `comment`. */
  private put(name: string, value: unknown): void {
    const suffix = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
    const method: unknown = Reflect.get(this, value === undefined ? `reset${suffix}` : `put${suffix}`);
    if (typeof method === "function") Reflect.apply(method, this, value === undefined ? [] : [value]);
    else Reflect.set(this, name, value);
  }
}

/** Settings that are maps or objects. */
const shapes: ReadonlyMap<string, (value: unknown) => unknown> = new Map<string, (value: unknown) => unknown>([
  ["analyzers", (value) => objectOf(value, (entry) => objectOf(entry, leaf))],
  ["codePolicies", (value) => policies(value)],
  ["notifications", (value) => objectOf(value, leaf)],
]);

/** The settings as frozen plain data, code policies as a list. A token in place of an object or list is encoded as one. */
export function plainSettings(settings: Entries): DeclaredSettings {
  const shown: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(settings)) shown[name] = (shapes.get(name) ?? leaf)(value);
  return Object.freeze(shown); // under the names and of the kinds that the readers have checked
}

const leaf = (value: unknown): unknown =>
  Array.isArray(value) && !isToken(value) ? Object.freeze([...(value as readonly unknown[])]) : value;

function objectOf(value: unknown, part: (value: unknown) => unknown): unknown {
  if (!isEntries(value)) return Object.freeze(Token.asAnyMap(asResolvable(value)));
  const copied: Record<string, unknown> = {};
  for (const [key, each] of Object.entries(value)) define(copied, key, part(each));
  return Object.freeze(copied);
}

function policies(value: unknown): unknown {
  if (!isEntries(value)) return Object.freeze(Token.asList(asResolvable(value)));
  return Object.freeze(Object.entries(value).map(([id, settings]) => Object.freeze({ id, ...(settings as Entries) })));
}
