import { type Problem, problem } from "./problem";
import { kindOf } from "./value-kind";

/** What identifies a configuration and its entries, whoever wrote it. What is not known before the apply is left out. */
export interface WrittenConfiguration {
  readonly name: string | undefined;
  readonly renamedFrom: readonly unknown[];
  /** The ids of its code policies, in their order; undefined where one is not known. */
  readonly codePolicyIds: readonly (string | undefined)[];
}

const asItIs = (name: string): string => name;

/** Everything that no field by itself says: the one judge of all ways to write a configuration. */
export function judgeConfiguration(
  { name, renamedFrom, codePolicyIds }: WrittenConfiguration,
  nameOf: (field: string) => string = asItIs,
): readonly Problem[] {
  const ids = codePolicyIds.map((id) => id?.toLowerCase());
  const repeated = codePolicyIds.filter((id, at) => id !== undefined && ids.indexOf(id.toLowerCase()) < at);
  return [
    ...(name !== undefined && renamedFrom.includes(name)
      ? [problem("renamed-from-itself", [nameOf("renamed_from")], kindOf(name))]
      : []),
    ...repeated.map((id) => problem("entry-repeated", [nameOf("code_policies")], `the code policy ${kindOf(id)}`)),
  ];
}
