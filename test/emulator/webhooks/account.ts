import type { Emulator, EmulatorOptions, Seed, SeedConfiguration } from "../../../src/emulator";
import type { Destination } from "../../../src/emulator/webhooks/destination";
import { accountId, baselineId, canary, repositoriesNamed, repositoryId, seedOf } from "../../support/account";
import { emulator, type Seen, type Send, sender } from "../client";
import { type Receiver, receiver } from "./receiver";

export const dashboard = `/dashboard/accounts/${accountId}`;
export const webhooks = `${dashboard}/webhooks`;

type Webhooks = NonNullable<Seed["accounts"][number]["webhooks"]>;
type Settings = SeedConfiguration["configuration"];

/** An account whose repositories have these settings and that has these destinations. */
export const seedWith = (destinations: Webhooks, settings: Settings = {}, digest: readonly string[] = []): Seed =>
  seedOf({
    configurations: [{ id: baselineId, name: "baseline", configuration: settings }],
    repositories: [
      ...repositoriesNamed(["checkout", "payments"], baselineId),
      { id: orphanId, name: "orphan", provider_repo_id: 9, enabled: true },
    ],
    webhooks: destinations,
    digest_destinations: digest,
  });

/** The repository without a configuration. */
export const orphanId = "99999999-0000-4000-8000-0000000000ff";

export interface Desk {
  readonly running: Emulator;
  readonly send: Send;
  /** The delivery log, after all deliveries. */
  readonly deliveries: () => Promise<readonly Logged[]>;
}

/** An entry of the delivery log, as returned. */
export interface Logged {
  readonly time: string;
  readonly destination: string;
  readonly event: string;
  readonly why: string;
  readonly outcome: string;
  readonly status?: number;
  readonly answer?: string;
  readonly error?: string;
  readonly payload?: unknown;
}

export async function desk(seed?: Seed, options: EmulatorOptions = {}): Promise<Desk> {
  const running = await emulator({ ...options, ...(seed === undefined ? {} : { seed }) });
  const send = sender(running.url, canary);
  const deliveries = async () => {
    await send("POST", "/control/webhooks/settle");
    return dataOf(await send("GET", `${dashboard}/deliveries`)) as readonly Logged[];
  };
  return { running, send, deliveries };
}

/** An account with one destination, by default a Global one, and its receiver. */
export async function listening(
  destination: object = { global: true },
  settings: Settings = {},
  answering?: Parameters<typeof receiver>[0],
): Promise<Receiver & { readonly at: Desk }> {
  const hook = await receiver(answering);
  return { ...hook, at: await desk(seedWith([{ name: "One", url: hook.url, ...destination }], settings)) };
}

export const dataOf = ({ body }: Seen): unknown => (body as { data: unknown }).data;

export const destinationsOf = async (send: Send): Promise<readonly Destination[]> =>
  dataOf(await send("GET", webhooks)) as readonly Destination[];

/** The id of `checkout`, the repository with the settings. */
export const checkoutId = repositoryId(0);

interface Scanned {
  readonly number?: number;
  readonly repository?: string;
  readonly pullRequest?: object;
}

/** Scans a pull request with one finding for each of these severities. */
export async function scan(
  { send }: Pick<Desk, "send">,
  severities: readonly string[],
  scanned: Scanned = {},
): Promise<void> {
  const { number = 1, repository = checkoutId, pullRequest = {} } = scanned;
  const answer = await send("POST", `/control/accounts/${accountId}/repositories/${repository}/scans`, {
    pull_request: { number, ...pullRequest },
    findings: severities.map((severity) => ({
      analyzer: "sql-injection",
      severity,
      type: `A ${severity} one`,
      description: `It is ${severity}.`,
      filename: `src/${severity}.ts`,
      line_start: 3,
      line_end: 5,
    })),
  });
  if (answer.status !== 201) throw new Error(JSON.stringify(answer));
}
