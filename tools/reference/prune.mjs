import { Converter, ReflectionKind } from "typedoc";

const generated = /\/src\/constructs\/l1\//;
const foreign = /\/node_modules\//;

/** The end of a generated docstring, which names a page of the Terraform registry. */
const registry = /\s*Docs at Terraform Registry:\s*$/;

/** After typedoc's own work on the same event. */
const last = -1000;

/**
 * Leaves out the generated bindings, what a class or an interface inherits from a package, what a class inherits from a
 * binding, and the notes about where a member comes from.
 */
export function prune(app) {
  app.converter.on(
    Converter.EVENT_RESOLVE_BEGIN,
    ({ project }) => {
      for (const reflection of Object.values(project.reflections)) {
        const from = project.getSymbolIdFromReflection(reflection)?.fileName ?? "";
        if (isLeftOut(reflection, from)) project.removeReflection(reflection);
        else withoutRegistry(reflection.comment);
      }
    },
    -last,
  );
  app.converter.on(
    Converter.EVENT_RESOLVE_END,
    ({ project }) => {
      for (const reflection of Object.values(project.reflections))
        for (const origin of ["inheritedFrom", "overwrites", "implementationOf"]) delete reflection[origin];
    },
    last,
  );
}

function isLeftOut({ kind, name, parent }, from) {
  if (kind === ReflectionKind.Namespace) return name === "l1";
  if (kind === ReflectionKind.Class) return generated.test(from);
  if (parent?.kind === ReflectionKind.Class) return foreign.test(from) || generated.test(from);
  return parent?.kind === ReflectionKind.Interface && foreign.test(from);
}

function withoutRegistry(comment) {
  const at = comment?.summary.findIndex(({ text }) => registry.test(text)) ?? -1;
  if (at === -1) return;
  const [before] = comment.summary.splice(at);
  comment.summary.push({ kind: "text", text: before.text.replace(registry, "") });
}
