import { commands } from "../commands/commands";
import type { TerraformInstallOptions } from "../commands/terraform-install";
import type { CommandLine } from "./command-line";
import { withExamples } from "./examples";

export const terraformLine: CommandLine = (root, { io, finish }) => {
  const terraform = root.command("terraform").description("the provider for Terraform");
  const install = terraform
    .command("install")
    .description("put the provider where `terraform init` finds it")
    .option("--dir <folder>", "the mirror to put it into, ~/.terraform.d/plugins if left out")
    .option("--json", "print one JSON document")
    .action(async ({ dir, json }: Pick<TerraformInstallOptions, "dir"> & { readonly json?: boolean }) => {
      const { terraformInstallCommand } = commands.terraformInstall();
      finish(
        await terraformInstallCommand(io, {
          ...(dir === undefined ? {} : { dir }),
          format: json === true ? "json" : "text",
        }),
      );
    });
  const example = ["put the provider where terraform init finds it", "scanform terraform install"] as const;
  withExamples(terraform, example);
  withExamples(install, example, ["into a mirror of your own", "scanform terraform install --dir mirror"]);
};
