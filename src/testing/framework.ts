import { isObject } from "../model/json";

/** A construct of cdktn or of cdktf, of which nothing else is needed: neither is imported. */
export interface AnyConstruct {
  /** The node of the construct. */
  readonly node: { readonly path: string };
}

/** What of a framework's stack is used. */
export interface FrameworkStack extends AnyConstruct {
  readonly node: { readonly path: string; readonly root: AnyConstruct };
  /** The stacks whose values it uses, known once it is prepared. */
  readonly dependencies: readonly FrameworkStack[];
  readonly synthesizer: { synthesize(session: FrameworkSession): void };
  prepareStack(): void;
  runAllValidations(): void;
  toTerraform(): unknown;
}

/** What of a framework's app is used. */
export interface FrameworkApp extends AnyConstruct {
  readonly node: {
    readonly path: string;
    findAll(): readonly AnyConstruct[];
    validate(): readonly string[];
  };
  readonly manifest: FrameworkManifest;
  readonly skipValidation: boolean;
}

interface FrameworkManifest {
  readonly version: string;
  readonly constructor: unknown;
  writeToFile(): void;
}

/** One synthesis, as the framework's `App.synth` begins it. */
interface FrameworkSession {
  readonly outdir: string;
  readonly skipValidation: boolean;
  readonly manifest: FrameworkManifest;
  readonly stacksPrepared: true;
}

type ManifestClass = new (version: string, outdir: string, hclOutput: boolean) => FrameworkManifest;

const has = (value: unknown, ...methods: readonly string[]): boolean =>
  isObject(value) && methods.every((name) => typeof value[name] === "function");

export const isConstruct = (value: unknown): value is AnyConstruct => isObject(value) && has(value["node"], "findAll");

export const isStack = (value: unknown): value is FrameworkStack =>
  isConstruct(value) && has(value, "prepareStack", "toTerraform") && isObject(Reflect.get(value, "synthesizer"));

export const isApp = (value: unknown): value is FrameworkApp =>
  isConstruct(value) && has(value, "synth") && has(Reflect.get(value, "manifest"), "writeToFile");

/** The aspects of a construct, which each framework keeps under a symbol of its own. */
export function aspectsOf(construct: AnyConstruct): readonly unknown[] {
  const symbol = Object.getOwnPropertySymbols(construct).find(({ description }) => description === "cdktf-aspects");
  const aspects: unknown = symbol && Reflect.get(construct, symbol);
  const all: unknown = isObject(aspects) ? aspects["all"] : [];
  return Array.isArray(all) ? all : [];
}

/** A session that writes into another folder than the app's own. */
export const sessionInto = ({ manifest, skipValidation }: FrameworkApp, outdir: string): FrameworkSession => ({
  outdir,
  skipValidation,
  manifest: new (manifest.constructor as ManifestClass)(manifest.version, outdir, false), // the framework's own class
  stacksPrepared: true,
});
