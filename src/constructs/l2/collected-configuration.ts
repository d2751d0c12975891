import { Lazy, type TerraformResource } from "cdktf";
import { Construct } from "constructs";
import { suggestion } from "../../model/suggest";
import type { IConfiguration } from "./configuration-reference";
import { recordLocation } from "./location";
import { mistakeOf, reportProblems } from "./problems";

/** One configuration of a collection. */
export class CollectedConfiguration extends Construct implements IConfiguration {
  private idToken: string | undefined;

  constructor(
    scope: Construct,
    id: string,
    private readonly key: string,
    private readonly resource: TerraformResource,
    keys: () => readonly string[],
  ) {
    super(scope, id);
    recordLocation(this);
    reportProblems(this, () =>
      keys().includes(key)
        ? []
        : [mistakeOf(`The collection has no configuration ${JSON.stringify(key)}. ${suggestion(key, keys())}`)],
    );
  }

  get configurationId(): string {
    let reference: string | undefined;
    return (this.idToken ??= Lazy.stringValue({
      produce: () => (reference ??= this.resource.getStringAttribute(`configurations[${JSON.stringify(this.key)}].id`)),
    }));
  }
}
