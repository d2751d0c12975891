import pc from "picocolors";
import { address } from "../../src/model/ids";
import type { Applied } from "../../src/reconcile/apply/apply";
import { outcomeText } from "../../src/report/text";

const at = address("scanform_configuration.strict");
const succeeded = { address: at, status: "succeeded" } as const;
const skipped = { address: at, status: "skipped", error: "Something before it failed." } as const;
const failed = { address: at, status: "failed", error: "no" } as const;

/** The last line of what is said of an apply. */
function lastLine(given: Partial<Applied>): string | undefined {
  const usual = { outcomes: [succeeded], sent: 1, verified: false, wrote: true, unread: false, diagnostics: [] };
  return outcomeText({ ...usual, created: new Map(), ...given }, pc.createColors(false))
    .trimEnd()
    .split("\n")
    .at(-1);
}

test.each<[string, Partial<Applied>, RegExp]>([
  ["all was read back as planned", { verified: true }, /^Read back: the service holds all that was planned\.$/],
  ["it could not be read back", { unread: true }, /^It could not be read back/],
  ["no request was sent", { outcomes: [skipped], sent: 0 }, /^Nothing was sent\.$/],
  ["what was sent has failed", { outcomes: [failed, skipped] }, /^The service does not hold all that was planned\./],
  [
    "it was so without a request, and is not any more",
    { sent: 0 },
    /^The service does not hold all that was planned\./,
  ],
])("the last line of an outcome says where %s", (_what, given, expected) => {
  expect(lastLine(given)).toMatch(expected);
});
