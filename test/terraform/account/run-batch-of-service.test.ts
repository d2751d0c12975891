import { acmeAccountId, acmeKey } from "../../../src/emulator/index";
import { configurationId, repositoryId } from "../../../src/model/ids";
import type { Settings } from "../../../src/model/settings";
import type { Change } from "../../../src/terraform/account/requested-change";
import { configurationNamed, repositoryNamed } from "../acme";
import { destroyed, orErrors } from "../life";
import { blank, type Configured, configured } from "../session";
import { openSession } from "../../../src/terraform/account/session";
import { hasErrors } from "../../../src/diagnostics/diagnostic";
import { findingTriage } from "../../../src/terraform/resources/finding-triage";
import { startEmulator } from "../../support/emulator";
import { proxy } from "../../support/proxy";

const creation = (name: string, settings: Settings = { comment: "enabled" }, more: object = {}): Change => ({
  kind: "configuration",
  declared: { name, settings, ...more },
});
const update = (name: string, settings: Settings, more: object = {}): Change =>
  creation(name, settings, { id: configurationId(configurationNamed(name)), ...more });
const adoption = (name: string, id: string): Change => ({
  ...creation(name),
  kind: "configuration",
  declared: { name, settings: { comment: "disabled" } },
  adopts: configurationId(id),
});
const assignment = (repositories: Readonly<Record<string, string>>): Change => ({
  kind: "assignment",
  assigned: new Map(
    Object.entries(repositories).map(([name, to]) => [repositoryId(repositoryNamed(name)), configurationId(to)]),
  ),
});

const unknownId = "dddddddd-0000-4000-8000-000000000004";
const names = ({ emulator }: Configured) =>
  emulator.store
    .configurations(acmeAccountId)
    .map((each) => each.name)
    .sort();

describe("a create", () => {
  test.each([
    ["there was none when it was planned", creation("baseline")],
    ["it was planned to take over another", adoption("baseline", unknownId)],
  ])("is refused when a live configuration has the name and %s", async (_title, change) => {
    const at = await configured();
    const before = at.emulator.snapshot();
    const [changed] = await at.session.submit([change]);
    expect(changed?.diagnostics).toEqual([
      expect.objectContaining({ summary: "The configuration exists already", attribute: ["name"] }),
    ]);
    expect(changed?.diagnostics[0]?.detail).toContain(configurationNamed("baseline"));
    expect(at.emulator.snapshot()).toEqual(before);
  });

  test("creates when the configuration to adopt was deleted", async () => {
    const at = await configured();
    const [changed] = await at.session.submit([adoption("vanished", unknownId)]);
    expect(changed?.diagnostics).toEqual([]);
    expect(names(at)).toEqual(["baseline", "default", "vanished"]);
  });

  test("adopts a configuration by a former name when its plan announced it, and renames it", async () => {
    const at = await configured();
    const id = configurationId(configurationNamed("baseline"));
    const change: Change = {
      kind: "configuration",
      declared: { name: "basis", renamedFrom: ["baseline"], settings: {} },
      adopts: id,
    };
    expect(await at.session.submit([change])).toMatchObject([{ id, diagnostics: [] }]);
    expect(names(at)).toEqual(["basis", "default"]);
  });

  test("is refused the second time under the same name", async () => {
    const at = await configured();
    const changed = await at.session.submit([creation("new"), creation("new"), creation("other")]);
    expect(changed.map(({ diagnostics }) => diagnostics.length > 0)).toEqual([false, true, false]);
    expect(names(at)).toEqual(["baseline", "default", "new", "other"]);
  });
});

describe("a batch", () => {
  test.each<[string, Change]>([
    ["an analyzer that is not there", update("default", { analyzers: { nope: { enabled: true } } })],
    ["a policy that is not there", creation("new", { code_policies: [{ id: unknownId, enabled: true }] })],
    ["a configuration that is gone", creation("gone", { comment: "silent" }, { id: configurationId(unknownId) })],
    ["a name that is taken", creation("baseline")],
    [
      "a repository that is gone",
      {
        kind: "assignment",
        assigned: new Map([[repositoryId(unknownId), configurationId(configurationNamed("baseline"))]]),
      },
    ],
    ["an assignment to a configuration that is not there", assignment({ "docs-site": unknownId })],
  ])("applies the other changes despite %s", async (_title, wrong) => {
    const at = await configured();
    const changed = await at.session.submit([
      update("baseline", { comment: "disabled" }),
      wrong,
      creation("another"),
      assignment({ "design-system": configurationNamed("baseline") }),
    ]);
    expect(changed.map(({ diagnostics }) => diagnostics.some(({ severity }) => severity === "error"))).toEqual([
      false,
      true,
      false,
      false,
    ]);
    const held = at.emulator.store.configurations(acmeAccountId).find((each) => each.name === "baseline");
    expect(held?.configuration?.["comment"]).toBe("disabled");
    expect(names(at)).toContain("another");
    const routed = at.emulator.store.repositories(acmeAccountId).find((each) => each.name === "design-system");
    expect(routed?.configuration_id).toBe(configurationNamed("baseline"));
  });
});

const goneId = configurationId("dddddddd-0000-4000-8000-000000000004");
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
  const changed = await session.submit([assigned("docs-site", goneId), assigned("design-system", baseline)]);
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
    const prior = blank(findingTriage.schema, { finding_id: goneId, category: "wont_fix", active: true });
    expect(await destroyed(session, findingTriage, prior)).toEqual([words]);
    expect((await orErrors(prior, () => findingTriage.read(session, prior))).diagnostics).toEqual([words]);
    await end();
  });

  test("a change that was sent and not read back is interrupted", async () => {
    const { session, end } = await stopped("at the write");
    const changed = await session.submit([renamed(baseline, "basis"), renamed(standard, "baseline")]);
    await end();
    expect(changed.map(({ diagnostics }) => diagnostics)).toEqual([[words], [words]]);
    expect(changed.map(({ live }) => live)).toEqual([undefined, undefined]); // so that the state stays as it was
  });
});
