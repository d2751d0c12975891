import type { Emulator, Seed, SeedAccount } from "../../../src/emulator";
import type { Fields } from "../../../src/model/field";
import { objectSchema } from "../../../src/model/schema";
import { emulator, type Send, sender } from "../client";

export const idOf = (n: number): string => `22222222-2222-4222-8222-${String(n).padStart(12, "0")}`;

export const accountId = idOf(1);
export const apiId = idOf(10);
export const webId = idOf(11);
export const policyId = idOf(30);
const configurationId = idOf(20);

/** A date before every event of a test. */
export const longAgo = "2020-01-01T00:00:00.000Z";

/** An account with two repositories, api and web; api has a configuration with these settings. */
export const seedWith = (more: Partial<SeedAccount> = {}, settings: object | null = null): Seed => ({
  keys: { key: [accountId] },
  accounts: [
    {
      account_id: accountId,
      org_name: "umbrella",
      active: true,
      repositories: [
        { id: apiId, name: "api", provider_repo_id: 1, enabled: true, configuration_id: configurationId },
        { id: webId, name: "web", provider_repo_id: 2, enabled: true },
        { id: idOf(12), name: "off", provider_repo_id: 3, enabled: false },
      ],
      analyzers: [
        { id: idOf(40), name: "secrets", slug: "secrets", enabled: true },
        { id: idOf(41), name: "xss", slug: "xss", enabled: false },
      ],
      custom_policies: [{ id: policyId, dashboard_url: "https://x.example", title: "Policy", question: "Is it?" }],
      configurations: [{ id: configurationId, name: "strict", configuration: settings as never }],
      ...more,
    },
  ],
});

/** An emulator with that account, and functions to send requests. */
export interface Desk {
  readonly running: Emulator;
  readonly url: string;
  readonly send: Send;
  /** Sends a GET request below the account's path. */
  readonly get: <T = unknown>(path: string) => Promise<T>;
  /** Sends a POST request below /control. */
  readonly control: (path: string, body?: unknown) => Promise<{ readonly status: number; readonly body: unknown }>;
  /** Scans api. */
  readonly scan: (body?: object) => Promise<Scanned>;
  readonly advance: (seconds: number) => Promise<void>;
}

export interface Scanned {
  readonly scan: { readonly scan_id: string; readonly status: string; readonly severity: string };
  readonly candidates: readonly {
    readonly appears: boolean;
    readonly why: string;
    readonly finding_id: string | null;
    readonly result: string | null;
    readonly commented: boolean;
  }[];
}

export const account = `/v1/accounts/${accountId}`;
export const api = `/repositories/${apiId}`;
const controlled = `/control/accounts/${accountId}`;
export const scansOfApi = `${controlled}${api}/scans`;
export const runOf = (deepscanId: string): string => `${controlled}${api}/deepscans/${deepscanId}/run`;

export async function desk(seed: Seed = seedWith()): Promise<Desk> {
  const running = await emulator({ seed });
  const send = sender(running.url, "key");
  const control: Desk["control"] = (path, body) => send("POST", path, body);
  return {
    running,
    url: running.url,
    send,
    control,
    get: async <T>(path: string) => {
      const { status, body } = await send("GET", account + path);
      expect(status).toBe(200);
      return body as T;
    },
    scan: async (body) => {
      const answer = await control(scansOfApi, body);
      expect([answer.status, (answer.body as { error?: string }).error]).toEqual([201, undefined]);
      return answer.body as Scanned;
    },
    advance: async (seconds) => {
      expect((await control("/control/clock", { advance_seconds: seconds })).status).toBe(200);
    },
  };
}

/** A candidate of an analyzer that the account lists. */
export const secret = (more: object = {}) => ({
  analyzer: "secrets",
  severity: "high",
  type: "Secret",
  description: "A key.",
  filename: "src/a.ts",
  line_start: 3,
  line_end: 4,
  ...more,
});

export interface Finding {
  readonly id: string;
  readonly finding_type: string;
  readonly severity: string;
  readonly state: string;
  readonly triage: unknown;
  readonly created_at: string;
  readonly type: string;
}

export interface FindingPage {
  readonly data: readonly Finding[];
  readonly pagination: { total: number; page: number; per_page: number; total_pages: number };
}

export const allFindings = (desk: Desk, query = ""): Promise<FindingPage> => desk.get(`/all_findings?days=365${query}`);

/** Asserts that every item has the specified fields. */
export function expectFields(fields: Fields, items: readonly unknown[]): void {
  expect(items.length).toBeGreaterThan(0);
  for (const item of items) expect(objectSchema(fields, "answered").strict().safeParse(item).error).toBeUndefined();
}
