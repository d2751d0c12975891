import { createRequire } from "node:module";
import { join } from "node:path";

/**
 * The app in which `scanform import` tries what it wrote: run by node, with tsx, in the folder of the project, whose
 * packages it uses. Arguments: the path of the module, the name of its class, and the framework.
 */
const [module = "", className = "", framework = ""] = process.argv.slice(2);
const load = createRequire(join(process.cwd(), "imported-app.js"));

type Made<T = object> = new (...args: readonly unknown[]) => T;

const { App, TerraformStack } = load(framework) as {
  readonly App: Made<{ synth(): void }>;
  readonly TerraformStack: Made;
};
const { ScanformProvider, RepositoryAssignments } = load(`scanform/${framework}`) as Readonly<
  Record<"ScanformProvider" | "RepositoryAssignments", Made>
>;
const Imported = (load(module) as Readonly<Record<string, Made<{ readonly rules?: readonly unknown[] }>>>)[className];

if (Imported === undefined) throw new Error(`${module} exports no ${className}`);
const app = new App();
const stack = new TerraformStack(app, "account");
new ScanformProvider(stack, "scanform");
const { rules = [] } = new Imported(stack, "imported");
if (rules.length > 0) new RepositoryAssignments(stack, "routing", { rules });
app.synth();
