import { printed } from "../../typescript/print";
import { classText, routingStatements } from "./class-text";
import type { TypeScriptOptions } from "./code-options";
import { type Parts, sharedStatements, usedImports } from "./shared-code";

/** All of it in one module. */
export function oneFile(parts: Parts, options: TypeScriptOptions): string {
  const { imported, made, variables } = parts;
  const shared = sharedStatements(parts, false);
  const body = [
    ...imported.configurations.flatMap((_, at) => made.of(at, "this")),
    ...routingStatements(imported, variables, options),
  ];
  const imports = `import { Construct } from "constructs";\n${usedImports([...shared, ...body], options, ".")}`;
  return `${imports}\n${printed(shared)}${classText(body, options)}`;
}
