import { acmeAccountId } from "../../../src/emulator/index";
import { translating } from "../../support/newer-service";
import { analyzer } from "../acme";
import { type Core, coreOf } from "../core";
import { configured } from "../session";

const at = "scanform_configuration.it";

/** A configuration of terraform, of which the service then answers a number as a text, and an analyzer as a list. */
async function odd() {
  const { emulator } = await configured();
  let isOdd = true;
  const url = await translating(
    emulator.url,
    (key, value) => {
      if (key === "risk_threshold" && value === 3) return "3";
      return isOdd && key === "xss" ? [] : value;
    },
    (key, value) => {
      if (key === "xss") isOdd = Array.isArray(value);
      if (key === "xss" && Array.isArray(value)) return { enabled: true };
      return value === "3" ? 3 : value;
    },
  );
  const plain = coreOf(emulator);
  await plain.apply({
    [at]: { name: "new", comment: "silent", risk_threshold: 3, analyzers: { xss: analyzer({ enabled: true }) } },
  });
  return {
    core: coreOf({ url }, {}, plain),
    held: () => emulator.store.configurations(acmeAccountId).find(({ name }) => name === "new")?.configuration,
  };
}

const next = async (core: Core, declared: object): Promise<unknown> =>
  (await core.plan({ [at]: declared as never })).actions;

test("a value of another kind than its setting stays where it is not declared", async () => {
  const { core, held } = await odd();
  const declared = { name: "new", comment: "enabled" };
  await core.apply({ [at]: declared });
  expect(held()).toMatchObject({ comment: "enabled", risk_threshold: 3, analyzers: { xss: { enabled: true } } });
  expect(await next(core, declared)).toEqual({ [at]: "no-op" });
});

test("a value that is declared in its place is a change, which the apply writes, and nothing is left to do", async () => {
  const { core, held } = await odd();
  const declared = {
    name: "new",
    comment: "silent",
    risk_threshold: 5,
    analyzers: { xss: analyzer({ enabled: false }) },
  };
  expect(await next(core, declared)).toEqual({ [at]: "update" });
  await core.apply({ [at]: declared });
  expect(held()).toMatchObject({ risk_threshold: 5, analyzers: { xss: { enabled: false } } });
  expect(await next(core, declared)).toEqual({ [at]: "no-op" });
});
