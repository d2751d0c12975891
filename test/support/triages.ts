import { acmeAccountId, builtinSeed, type Emulator, type Seed } from "../../src/emulator";
import { canary } from "./account";
import { desk, type Desk } from "./desk";

const [acme] = builtinSeed.accounts;
if (acme === undefined) throw new Error("the built-in seed has an account");
const triagedIds = new Set(acme.triage?.map(({ finding_id }) => finding_id));
const open = (acme.scans ?? []).flatMap(({ findings = [] }) => findings).filter(({ id }) => !triagedIds.has(id));

const severe = open.find(({ severity }) => severity === "high");
if (severe === undefined) throw new Error("the built-in seed has a severe finding");
/** A finding that nobody has triaged; it is younger than a year, and so in the list of all findings. */
export const sought = severe;
export const findingId = severe.id;
/** Another one. */
export const otherFindingId = open.find(({ id }) => id !== findingId)?.id ?? "";

/** One account, with findings. */
export const seed: Seed = { keys: { [canary]: [acmeAccountId] }, accounts: [acme] };

type Attributes = Readonly<Record<string, unknown>>;
export const wontFix: Attributes = { finding_id: findingId, category: "wont_fix", justification: "Only in tests." };

/** A desk with findings, at which these triages are declared. */
export const triageDesk = (triages: Readonly<Record<string, Attributes>> = { key: wontFix }): Promise<Desk> =>
  desk({ triages }, seed);

/** What the service holds of a finding. */
export const categoryOf = ({ emulator }: { readonly emulator: Emulator }, id = findingId): string | undefined =>
  emulator.snapshot().accounts[0]?.triage?.find((each) => each.finding_id === id)?.category;

/** Somebody else decides. @param category none: removes it */
export async function decide({ emulator, env }: Desk, category?: string, id = findingId): Promise<void> {
  const url = `${emulator.url}/v1/accounts/${acmeAccountId}/findings/${id}/triage`;
  const headers = {
    authorization: `Bearer ${env["SCANFORM_API_KEY"] ?? ""}`,
    "content-type": "application/json",
  };
  const given =
    category === undefined
      ? { method: "DELETE" }
      : { method: "POST", body: JSON.stringify({ triage_category: category }) };
  const { status } = await fetch(url, { ...given, headers });
  if (status !== 200) throw new Error(`answered ${String(status)}`);
  emulator.clearRequests();
}

/** `POST /findings/…/triage {"triage_category":"wont_fix"}`, in the order in which they came. */
export const written = (at: Desk): readonly string[] =>
  at.writes().map(({ method, path }) => `${method} ${path.slice(path.indexOf("/findings"))}`);
