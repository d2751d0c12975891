import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Declaration, readDeclaration } from "../declaration/read-declaration";
import { fail } from "../diagnostics/error";
import { isObject } from "../model/json";

interface Kept {
  readonly made: Made;
  readonly declaration: Declaration;
}

/** What the stacks came to, and by which aspects. */
interface Made {
  readonly document: string;
  readonly aspects: readonly unknown[];
}

const kept = new WeakMap<object, Kept>();

/**
 * What a stack, with the stacks that it depends on, or an app declares. The framework itself synthesizes, as by
 * `app.synth()` and with all validations, into a temporary folder.
 *
 * A second synthesis would invoke aspects again, so it is only made after a change; without one, only the validations run.
 *
 * @throws ScanformError when the declaration is not valid, and Error when a validation of the framework fails
 */
export function declarationOf(construct: FrameworkApp | FrameworkStack): Declaration {
  const app = isApp(construct) ? construct : construct.node.root;
  if (!isApp(app)) return fail("argument-invalid", `The stack ${construct.node.path} is in no app.`);
  const stacks = app.node.findAll().filter(isStack);
  const chosen = (): Iterable<FrameworkStack> => (isStack(construct) ? withDependencies(construct) : stacks);
  const before = kept.get(construct);
  if (before !== undefined && isSame(before.made, madeBy(app, stacks))) {
    validate(app, chosen());
    return before.declaration;
  }
  const folder = mkdtempSync(join(tmpdir(), `scanform-testing-${String(process.pid)}-`));
  try {
    for (const stack of stacks) stack.prepareStack();
    const session = sessionInto(app, folder);
    for (const stack of chosen()) stack.synthesizer.synthesize(session);
    validate(app, []);
    session.manifest.writeToFile();
    const declaration = readDeclaration(folder);
    kept.set(construct, { made: madeBy(app, stacks), declaration });
    return declaration;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** @param stacks those that are not validated as they are synthesized */
function validate(app: FrameworkApp, stacks: Iterable<FrameworkStack>): void {
  if (app.skipValidation) return;
  for (const stack of stacks) stack.runAllValidations();
  const problems = app.node.validate();
  if (problems.length > 0) fail("app-annotation", problems.join("\n"));
}

const madeBy = (app: FrameworkApp, stacks: readonly FrameworkStack[]): Made => ({
  document: JSON.stringify(stacks.map((stack) => stack.toTerraform())),
  aspects: app.node.findAll().flatMap(aspectsOf),
});

const isSame = (left: Made, right: Made): boolean =>
  left.document === right.document &&
  left.aspects.length === right.aspects.length &&
  left.aspects.every((each, at) => each === right.aspects[at]);

function withDependencies(stack: FrameworkStack, found = new Set<FrameworkStack>()): ReadonlySet<FrameworkStack> {
  if (found.has(stack)) return found;
  found.add(stack);
  for (const each of stack.dependencies) withDependencies(each, found);
  return found;
}

/** A construct of cdktn or of cdktf, of which nothing else is needed: neither is imported. */
export interface AnyConstruct {
  /** The node of the construct. */
  readonly node: { readonly path: string };
}

export interface FrameworkStack extends AnyConstruct {
  readonly node: { readonly path: string; readonly root: AnyConstruct };
  /** The stacks whose values it uses, known once it is prepared. */
  readonly dependencies: readonly FrameworkStack[];
  readonly synthesizer: { synthesize(session: FrameworkSession): void };
  prepareStack(): void;
  runAllValidations(): void;
  toTerraform(): unknown;
}

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
function aspectsOf(construct: AnyConstruct): readonly unknown[] {
  const symbol = Object.getOwnPropertySymbols(construct).find(({ description }) => description === "cdktf-aspects");
  const aspects: unknown = symbol && Reflect.get(construct, symbol);
  const all: unknown = isObject(aspects) ? aspects["all"] : [];
  return Array.isArray(all) ? all : [];
}

/** A session that writes into another folder than the app's own. */
const sessionInto = ({ manifest, skipValidation }: FrameworkApp, outdir: string): FrameworkSession => ({
  outdir,
  skipValidation,
  manifest: new (manifest.constructor as ManifestClass)(manifest.version, outdir, false), // the framework's own class
  stacksPrepared: true,
});
