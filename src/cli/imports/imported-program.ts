/**
 * The app in which `scanform import` tries what it wrote: for `node -e` in the folder of the project, whose packages it
 * uses. A text, since it must not be a part of the program that is published. Arguments: the path of the module, the
 * name of its class, and the framework.
 */
export const importedProgram = `
const [path, className, framework] = process.argv.slice(1);
const { App, TerraformStack } = require(framework);
const { RepositoryAssignments, ScanformProvider } = require("scanform/" + framework);
const Imported = require(path)[className];
const app = new App();
const stack = new TerraformStack(app, "account");
new ScanformProvider(stack, "scanform");
const { rules = [] } = new Imported(stack, "imported");
if (rules.length > 0) new RepositoryAssignments(stack, "routing", { rules });
app.synth();
`;
