/** A provider's process of its own, with as many handlers as its tests need. */
import { runProvider } from "../../../src/terraform/process/run-provider";

void runProvider("registry.terraform.io/scanform/scanform", () =>
  Promise.resolve(() => ({
    StopProvider: () => Promise.resolve({ Error: String(process.pid) }),
    ValidateProviderConfig: () => {
      setImmediate(() => {
        throw new Error("broken inside");
      });
      return new Promise(() => undefined);
    },
    ReadDataSource: () => Promise.reject(new Error("a defect")),
  })),
);
