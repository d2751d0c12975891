import { TerraformStack } from "cdktn";
import type { Construct } from "constructs";
import { FindingTriage, ScanformProvider, TriageCategory } from "scanform/cdktn";

export class Triages extends TerraformStack {
  constructor(scope: Construct) {
    super(scope, "triages");
    new ScanformProvider(this, "scanform");

    new FindingTriage(this, "key-in-fixture", {
      findingId: "3d9f4a0e-6c1b-4e57-9a83-0b2f7d1c5e64",
      category: TriageCategory.FALSE_POSITIVE,
      justification: "The key in the fixture opens nothing; see SEC-1204.",
    });

    new FindingTriage(this, "ssrf-in-importer", {
      findingId: "9b2c7e15-40da-4f63-8e1c-d7a5f2093b48",
      category: TriageCategory.ACCEPTED_RISK,
      justification: "The importer is reached from inside only until it is replaced; see SEC-1310.",
      expires: "2030-06-30",
    });
  }
}
