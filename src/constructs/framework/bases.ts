import * as cdktf from "cdktf";
import type { Construct } from "constructs";
import { refuseOtherFramework } from "./refuse-other-framework";

// The base classes of the generated bindings, which people also use directly: they refuse a stack of the other framework.

export class TerraformResource extends cdktf.TerraformResource {
  constructor(scope: Construct, id: string, config: cdktf.TerraformResourceConfig) {
    super(scope, id, config);
    refuseOtherFramework(this);
  }
}

export class TerraformDataSource extends cdktf.TerraformDataSource {
  constructor(scope: Construct, id: string, config: cdktf.TerraformResourceConfig) {
    super(scope, id, config);
    refuseOtherFramework(this);
  }
}

export class TerraformProvider extends cdktf.TerraformProvider {
  constructor(scope: Construct, id: string, config: cdktf.TerraformProviderConfig) {
    super(scope, id, config);
    refuseOtherFramework(this);
  }
}
