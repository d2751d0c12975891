import { error } from "../../../src/diagnostics/diagnostic";
import { address, configurationId } from "../../../src/model/ids";
import {
  batchDiagnostic,
  configurationExists,
  configurationGone,
  engineAddress,
  skippedChange,
  withAddresses,
  withoutAddress,
} from "../../../src/terraform/account/addressed-change";
import { interrupted } from "../../../src/terraform/common-diagnostics";

const [running, stopped] = [new AbortController().signal, AbortSignal.abort()];
const id = configurationId("one");
const general = error("service-error", "It says no.");

test("a diagnostic of the engine keeps its path and loses its address", () => {
  expect(withoutAddress({ ...general, address: "the configuration" })).toEqual(general);
  expect(withoutAddress({ ...general, path: "comment" })).toEqual({ ...general, path: "comment" });
});

test("after a stop, an unreachable service is an interruption; other diagnostics stay", () => {
  const unreachable = error("service-unreachable", "Nobody answers.");
  expect(batchDiagnostic(unreachable, stopped)).toBe(interrupted);
  expect(batchDiagnostic(unreachable, running)).toMatchObject({ detail: "Nobody answers." });
  expect(batchDiagnostic(general, stopped)).toMatchObject({ detail: "It says no." });
});

test("a skipped change gives the reason, with the user's address for a deletion", () => {
  const open = withAddresses([
    { kind: "deletion", id },
    { kind: "configuration", declared: { name: "a", settings: {} } },
  ]);
  const [deleted] = open;
  if (deleted === undefined) throw new Error("there is none");
  expect(skippedChange(`${engineAddress(deleted)} failed, and ${engineAddress(deleted)} again`, open, running)).toEqual(
    {
      code: "skipped",
      severity: "error",
      summary: "Skipped",
      detail: "Skipped, because the deletion of one failed, and the deletion of one again.",
    },
  );
  expect(skippedChange(undefined, open, running).detail).toBe("Skipped, because of another change.");
  expect(skippedChange("it failed", open, stopped)).toBe(interrupted);
});

test("a configuration that appeared or was deleted after the plan is named with its id and what to do", () => {
  expect(configurationExists({ id, name: "strict", settings: {} })).toEqual({
    code: "configuration-exists",
    severity: "error",
    summary: "The configuration exists already",
    detail: '"strict" (one) was not there when this was planned. Plan again, or import it.',
    attribute: ["name"],
  });
  expect(configurationExists({ id, settings: {} }).detail).toMatch(/^"" \(one\)/);
  expect(configurationGone({ address: address("it"), id, name: "strict", settings: {} })).toEqual({
    code: "configuration-gone",
    severity: "error",
    summary: "The configuration is gone",
    detail: '"strict" (one) was deleted since it was read. Plan again: it is then created anew.',
  });
});
