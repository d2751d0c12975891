import { asking, dynamic, objectIn } from "./ask";
import { countSchema, providerSchema, Shelf } from "./shelf";

const request = (like: string | null) => ({
  type_name: "test_ticket",
  config: dynamic(countSchema, { like, any: true, found: null }),
});

test("validates an ephemeral resource before the provider is configured", async () => {
  const ask = asking(new Shelf().provider);
  expect(await ask("ValidateEphemeralResourceConfig", request(null))).toEqual({ diagnostics: [] });
  expect(await ask("ValidateEphemeralResourceConfig", request(""))).toMatchObject({
    diagnostics: [{ severity: "ERROR", attribute: { steps: [{ attribute_name: "like" }] } }],
  });
});

test("opens an ephemeral resource, or reports the error", async () => {
  const ask = asking(new Shelf().provider);
  await ask("ConfigureProvider", { config: dynamic(providerSchema, { token: "t" }) });
  const { result, diagnostics, renew_at } = await ask("OpenEphemeralResource", request("a"));
  expect(objectIn(countSchema, result)).toEqual({ like: "a", any: true, found: 0 });
  expect([diagnostics, renew_at]).toEqual([[], undefined]);

  const refused = await ask("OpenEphemeralResource", request("refused"));
  expect(refused.result).toBeUndefined();
  expect(refused.diagnostics).toMatchObject([{ severity: "ERROR", detail: "The service says no." }]);
  await ask("StopProvider", {});
});

test("renewing and closing do nothing, also without a configured provider", async () => {
  const ask = asking(new Shelf().provider);
  const { diagnostics, renew_at } = await ask("RenewEphemeralResource", { type_name: "test_ticket" });
  expect([diagnostics, renew_at]).toEqual([[], undefined]);
  expect(await ask("CloseEphemeralResource", { type_name: "test_ticket" })).toEqual({ diagnostics: [] });
  const unknown = await ask("CloseEphemeralResource", { type_name: "toString" });
  expect(unknown.diagnostics).toMatchObject([{ summary: "The request cannot be read" }]);
});
