import { asking, dynamic, objectIn } from "./ask";
import { countSchema, providerSchema, Shelf, thing } from "./shelf";

const request = (like: string | null) => ({
  type_name: "test_count",
  config: dynamic(countSchema, { like, any: true, found: null }),
});

test("validates a data source before the provider is configured", async () => {
  const ask = asking(new Shelf().provider);
  expect(await ask("ValidateDataResourceConfig", request(null))).toEqual({ diagnostics: [] });
  expect(await ask("ValidateDataResourceConfig", request(""))).toMatchObject({
    diagnostics: [{ severity: "ERROR", attribute: { steps: [{ attribute_name: "like" }] } }],
  });
});

test("reads a data source, or reports the error", async () => {
  const shelf = new Shelf();
  const ask = asking(shelf.provider);
  await ask("ConfigureProvider", { config: dynamic(providerSchema, { token: "t" }) });
  shelf.things.set("thing-1", thing());

  const read = await ask("ReadDataSource", request("a"));
  expect(objectIn(countSchema, read.state)).toEqual({ like: "a", any: true, found: 1 });
  expect(read.diagnostics).toEqual([]);

  const refused = await ask("ReadDataSource", request("refused"));
  expect(refused.state).toBeUndefined();
  expect(refused.diagnostics).toMatchObject([{ severity: "ERROR", detail: "The service says no." }]);
  await ask("StopProvider", {});
});
