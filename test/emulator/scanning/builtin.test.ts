import { allKey, builtinSeed } from "../../../src/emulator";
import {
  combinedFindingFields,
  deepscanFindingFields,
  prFindingFields,
  scaFindingFields,
} from "../../../src/model/findings";
import {
  accountDeepscanFields,
  deepscanFields,
  insightsFields,
  prScanFields,
  sbomFields,
} from "../../../src/model/scans";
import { emulator, sender } from "../client";
import { expectFields } from "./desk";

/** The objects of the built-in seed, read over HTTP. */
async function everything() {
  const running = await emulator();
  const send = sender(running.url, allKey);
  const list = async (path: string): Promise<readonly Record<string, unknown>[]> => {
    const { status, body } = await send("GET", path);
    expect([path, status]).toEqual([path, 200]);
    return (body as { data: Record<string, unknown>[] }).data;
  };
  const accounts = builtinSeed.accounts.map((each) => `/v1/accounts/${each.account_id}`);
  const repositories = builtinSeed.accounts.flatMap((each) =>
    (each.repositories ?? []).map(({ id }) => `/v1/accounts/${each.account_id}/repositories/${id}`),
  );
  const of = async (paths: readonly string[]) => (await Promise.all(paths.map(list))).flat();
  return { running, send, list, of, accounts, repositories };
}

test("the built-in scans and findings have the specified fields", async () => {
  const { of, accounts, repositories } = await everything();
  expectFields(prScanFields, await of(repositories.map((path) => `${path}/scans`)));
  expectFields(prFindingFields, await of(repositories.map((path) => `${path}/findings`)));
  expectFields(deepscanFields, await of(repositories.map((path) => `${path}/deepscans`)));
  expectFields(accountDeepscanFields, await of(accounts.map((path) => `${path}/deepscans`)));
  const findings = await of(accounts.map((path) => `${path}/all_findings?days=365&all_results=true`));
  expectFields(combinedFindingFields, findings);
  expect(new Set(findings.map((each) => each["finding_type"])).size).toBe(4);
  expect(new Set(findings.map((each) => each["state"])).size).toBe(3);
  expect(new Set(findings.map((each) => each["severity"])).size).toBeGreaterThan(2);
});

test("the built-in deepscans have results, SCA results and SBOMs with the specified fields", async () => {
  const { send, of, list, accounts } = await everything();
  const deepscans = (
    await Promise.all(
      accounts.map(async (path) =>
        (await list(`${path}/deepscans`)).map(
          (each) => `${path}/repositories/${String(each["repository_id"])}/deepscans/${String(each["id"])}`,
        ),
      ),
    )
  ).flat();
  expectFields(deepscanFindingFields, await of(deepscans.map((path) => `${path}/results`)));
  expectFields(scaFindingFields, await of(deepscans.map((path) => `${path}/sca_results`)));
  for (const path of deepscans) {
    const { body } = await send("GET", `${path}/sbom`);
    expectFields(sbomFields, [(body as { data: unknown }).data]);
  }
});

test("the built-in insights have the specified fields, latest first", async () => {
  const { send, accounts } = await everything();
  const { body } = await send("GET", `${accounts[0] ?? ""}/insights`);
  const { data } = body as { data: { date: string; insights: unknown[] } };
  expectFields(insightsFields, [data]);
  expect(data.date).toMatch(/^\d{4}\/\d\d\/\d\d$/);
  expect(data.insights).toHaveLength(1);
});

test("the built-in seed has recent findings at any start, a fifth severity and a scan in progress", async () => {
  const { of, accounts, repositories } = await everything();
  expect((await of(accounts.map((path) => `${path}/all_findings?days=7`))).length).toBeGreaterThan(0);
  const severities = (await of(repositories.map((path) => `${path}/findings`))).map((each) => each["severity"]);
  expect(severities).toContain("info");
  const scans = await of(repositories.map((path) => `${path}/scans`));
  expect(scans).toContainEqual(expect.objectContaining({ status: null, severity: null, scan_date: null }));
});

test("the built-in ids are the same on every run", async () => {
  const idsOf = async () => {
    const { running, of, accounts } = await everything();
    const lists = await of(accounts.flatMap((path) => [`${path}/deepscans`, `${path}/all_findings?days=365`]));
    await running.close();
    return lists.map((each) => each["id"]);
  };
  const first = await idsOf();
  expect(first.length).toBeGreaterThan(5);
  expect(await idsOf()).toEqual(first);
});
