import { acmeAccountId, acmeKey, type Profile } from "../../../src/emulator";
import { accountId } from "../../../src/model/ids";
import { ServiceClient } from "../../../src/service";
import { startEmulator } from "../../support/emulator";
import { coreOf } from "../core";
import { isError } from "../core-process";

const at = "scanform_configuration.strict";
const declared = (name: string) => ({ [at]: { name, comment: "silent" } });

async function accountWith(profile: Partial<Profile> = {}) {
  const emulator = await startEmulator({ profile });
  const core = coreOf({ url: emulator.url });
  const live = () =>
    emulator.store.configurations(acmeAccountId).filter(({ name }) => name?.toLowerCase() === "strict");
  return { emulator, core, live };
}

test("a creation that the service gives another name says what to write, and the next plan takes that", async () => {
  const { core, live } = await accountWith({ name_spelling: "lower_case" });
  const said = await (await core.plan(declared("Strict"))).apply();
  expect(said.map(({ detail }) => detail)).toEqual([expect.stringContaining('Write "strict" as its name')]);
  const next = await core.plan(declared("strict"));
  expect([next.diagnostics.filter(isError), next.actions]).toEqual([[], { [at]: "no-op" }]);
  expect(live()).toHaveLength(1);
});

test("a new resource of nearly the name of a live configuration is an error where no resource has that one, at its name, with the ways on", async () => {
  const { core, live } = await accountWith({ name_spelling: "lower_case" });
  await core.apply(declared("strict"));
  core.state.clear();
  const { diagnostics } = await core.plan(declared("Strict"));
  expect(diagnostics).toMatchObject([
    {
      summary: "A live configuration has nearly the declared name",
      detail: expect.stringMatching(/no "Strict", but it has "strict" \(.*by its id in an import block/) as string,
    },
  ]);
  expect(diagnostics.filter(isError)).toHaveLength(1);
  expect(live()).toHaveLength(1);
});

test("a new resource of nearly the name of a live configuration is an error where another resource has that one, since the apply could not know it", async () => {
  const { core } = await accountWith();
  const other = { "scanform_configuration.other": { name: "STRICT" } };
  await core.apply(other);
  const { diagnostics } = await core.plan({ ...other, ...declared("strict") });
  expect(diagnostics.filter(isError)).toHaveLength(1);
});

test("a new resource of nearly the name of a live configuration is made where both are new", async () => {
  const { core, live } = await accountWith();
  await core.apply({ "scanform_configuration.other": { name: "STRICT" }, ...declared("strict") });
  expect(live().map(({ name }) => name)).toEqual(["STRICT", "strict"]);
});

test("a new resource takes over the live configuration that has its name in another normal form", async () => {
  const { emulator, core } = await accountWith();
  const client = new ServiceClient({ baseUrl: emulator.url, apiKey: acmeKey });
  const body = { name: "cafe\u0301", settings: {} };
  const { configuration } = await client.createConfiguration(accountId(acmeAccountId), body);
  await client.close();
  const planned = await core.plan(declared("caf\u00e9"));
  await planned.apply();
  expect(emulator.store.configurations(acmeAccountId).find(({ id }) => id === configuration.id)).toMatchObject({
    name: "cafe\u0301",
    configuration: { comment: "silent" },
  });
});
