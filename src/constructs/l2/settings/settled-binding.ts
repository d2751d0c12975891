import type { Construct } from "constructs";
import { Configuration as Binding, type ConfigurationConfig } from "../../l1/configuration";
import { settingProperties } from "../read-configuration";
import type { Declared } from "./declared";
import { sameValue, type Entries } from "./entries";

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
