import { handlersOf } from "../../src/terraform/rpc/handlers";
import { checkFilters } from "../../src/terraform/data-sources/data-source";
import { scanformProvider } from "../../src/terraform/scanform-provider";

// terraform starts three processes for a plan, and zod takes longer to load than the rest of each together
jest.mock("zod", () => {
  throw new Error("zod is loaded");
});

const provider = scanformProvider({});
const nothing = Object.fromEntries(Object.keys(provider.block.block.attributes).map((name) => [name, null]));

test("reads the schema and validates a provider block without zod", async () => {
  const { GetProviderSchema } = handlersOf(provider);
  await expect(GetProviderSchema?.({})).resolves.toHaveProperty("provider");
  expect(provider.validate(nothing)).toEqual([]);
  expect(provider.validate({ ...nothing, base_url: "x" })).toHaveLength(1);
});

test("validates the filters of data sources without zod", () => {
  const limit = { kind: "integer", least: 1, description: "" } as const;
  expect(checkFilters({ limit }, { limit: 1 })).toEqual([]);
  expect(checkFilters({ limit }, { limit: 0 })).toHaveLength(1);
});
