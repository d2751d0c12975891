import { acmeAccountId, acmeKey } from "../../../src/emulator/index";
import { configurationId, repositoryId } from "../../../src/model/ids";
import { openSession } from "../../../src/terraform/account/session";
import { hasErrors } from "../../../src/diagnostics/diagnostic";
import type { Change } from "../../../src/terraform/account/change";
import { findingTriage } from "../../../src/terraform/resources/finding-triage";
import { startEmulator } from "../../support/emulator";
import { configurationNamed, repositoryNamed } from "../acme";
import { proxy } from "../../support/proxy";
import { blank, configured } from "../session";

const unknownId = configurationId("dddddddd-0000-4000-8000-000000000004");
const baseline = configurationId(configurationNamed("baseline"));
const standard = configurationId(configurationNamed("default"));
const renamed = (id: typeof baseline, name: string): Change => ({
  kind: "configuration",
  declared: { id, name, settings: {} },
});

test("two changes with equal addresses have separate results", async () => {
  const { session } = await configured();
  const assigned = (name: string, to: typeof baseline): Change => ({
    kind: "assignment",
    assigned: new Map([[repositoryId(repositoryNamed(name)), to]]),
  });
  const changed = await session.submit([assigned("docs-site", unknownId), assigned("design-system", baseline)]);
  expect(changed.map(({ diagnostics }) => hasErrors(diagnostics))).toEqual([true, false]);
});

describe("after Terraform asked to stop", () => {
  const words = {
    code: "interrupted",
    severity: "error",
    summary: "Interrupted",
    detail: expect.stringContaining("next plan") as string,
  };

  /** Asked to stop before it has done anything, or at the first write. */
  async function stopped(when: "before" | "at the write") {
    const stop = new AbortController();
    const emulator = await startEmulator();
    let atWrite = (): void => undefined;
    const { url } = await proxy(emulator.url, ({ method }) => {
      if (method !== "GET") atWrite();
      return undefined;
    });
    const session = await openSession({
      baseUrl: url,
      apiKey: acmeKey,
      accountId: acmeAccountId,
      stop: stop.signal,
    });
    let closed: Promise<void> | undefined;
    atWrite = () => {
      stop.abort();
      closed = session.close();
    };
    if (when === "before") stop.abort();
    const end = async (): Promise<void> => {
      await (closed ?? session.close());
      await emulator.close();
    };
    return { session, end };
  }

  test("a change that was not begun is interrupted, without an error of the service", async () => {
    const { session, end } = await stopped("before");
    const [changed] = await session.submit([renamed(baseline, "basis")]);
    expect(changed?.diagnostics).toEqual([words]);
    const prior = blank(findingTriage.schema, { finding_id: unknownId, category: "wont_fix", active: true });
    expect(await findingTriage.destroy(session, prior)).toEqual([words]);
    expect((await findingTriage.read(session, prior)).diagnostics).toEqual([words]);
    await end();
  });

  test("a change that was sent and not read back is interrupted", async () => {
    const { session, end } = await stopped("at the write");
    const changed = await session.submit([renamed(baseline, "basis"), renamed(standard, "baseline")]);
    expect(changed.map(({ diagnostics }) => diagnostics)).toEqual([[words], [words]]);
    await end();
  });
});
