import { Fn, type TerraformStack, TerraformVariable } from "cdktf";
import { DataScanformConfiguration, ScanformProvider } from "../../src/constructs";

export interface Given {
  readonly stack: TerraformStack;
  /** Of any type. */
  readonly variable: TerraformVariable;
  readonly live: DataScanformConfiguration;
}

/** Declares something beside a variable and a live configuration. */
export const given =
  (declare: (given: Given) => void) =>
  (stack: TerraformStack): void => {
    new ScanformProvider(stack, "scanform");
    const variable = new TerraformVariable(stack, "any", {});
    declare({ stack, variable, live: new DataScanformConfiguration(stack, "live", { name: "live" }) });
  };

/** What a function of Terraform returns. */
export const list: readonly string[] = Fn.concat([["a"], ["b"]]) as never;
