import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Declaration, readDeclaration } from "../declaration/read-declaration";
import { fail } from "../diagnostics/error";
import { type FrameworkApp, type FrameworkStack, isApp, isStack, sessionInto } from "./framework";

interface Kept {
  /** What the stacks came to. */
  readonly document: string;
  readonly declaration: Declaration;
}

const kept = new WeakMap<object, Kept>();

/**
 * What a stack, with the stacks that it depends on, or an app declares. The framework itself synthesizes, as by
 * `app.synth()` and with all validations, into a temporary folder.
 *
 * A second synthesis would invoke aspects again, so it is only made after a change.
 *
 * @throws ScanformError when the declaration is not valid, and Error when a validation of the framework fails
 */
export function declarationOf(construct: FrameworkApp | FrameworkStack): Declaration {
  const app = isApp(construct) ? construct : construct.node.root;
  if (!isApp(app)) return fail("argument-invalid", `The stack ${construct.node.path} is in no app.`);
  const stacks = app.node.findAll().filter(isStack);
  const before = kept.get(construct);
  if (before?.document === documentOf(stacks)) return before.declaration;
  const folder = mkdtempSync(join(tmpdir(), "scanform-testing-"));
  try {
    for (const stack of stacks) stack.prepareStack();
    const session = sessionInto(app, folder);
    const chosen = isStack(construct) ? withDependencies(construct) : stacks;
    for (const stack of chosen) stack.synthesizer.synthesize(session);
    const problems = session.skipValidation ? [] : app.node.validate();
    if (problems.length > 0) fail("app-annotation", problems.join("\n"));
    session.manifest.writeToFile();
    const declaration = readDeclaration(folder);
    kept.set(construct, { document: documentOf(stacks), declaration });
    return declaration;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const documentOf = (stacks: readonly FrameworkStack[]): string =>
  JSON.stringify(stacks.map((stack) => stack.toTerraform()));

function withDependencies(stack: FrameworkStack, found = new Set<FrameworkStack>()): ReadonlySet<FrameworkStack> {
  if (found.has(stack)) return found;
  found.add(stack);
  for (const each of stack.dependencies) withDependencies(each, found);
  return found;
}
