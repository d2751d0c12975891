import type { Kind } from "../../src/api/operation";
import {
  acmeAccountId,
  acmeKey,
  combinedVariants,
  globexAccountId,
  type Profile,
  switches,
  variants,
} from "../../src/emulator";
import { startEmulator } from "../support/emulator";
import { type Done, sectionOf, tableOf, writeSection } from "./coverage";
import { type Access, advanceClock, pause, Service } from "./service";

interface Target {
  readonly name: string;
  /** Whether what a switch of the profile may change is tested here. */
  readonly switched: boolean;
  /** Whether what no switch of the profile changes is tested here. */
  readonly profileless: boolean;
  open(): Promise<Access>;
}

type Add = (title: string, test: () => Promise<void>) => void;

/** The functions that define the tests of a kind. */
export interface Suite {
  readonly at: Service;
  /** Defines a test that only reads. */
  readonly reads: Add;
  /** Defines a test that writes and restores the state as far as possible. */
  readonly writes: Add;
  /** Defines a test for the emulator only, of behaviour that is not specified or not testable on a live service. */
  readonly emulated: Add;
  /**
   * The same two for behaviour that no switch of the profile changes: `npm test` runs it under the default profile,
   * `test:soak` under combinations of switches.
   */
  readonly profileless: { readonly reads: Add; readonly emulated: Add };
}

const { env } = process;
const liveUrl = env["SCANFORM_CONFORMANCE_BASE_URL"];
const liveKey = env["SCANFORM_CONFORMANCE_API_KEY"];
const liveAccount = env["SCANFORM_CONFORMANCE_ACCOUNT_ID"];
const mayWrite = env["SCANFORM_CONFORMANCE_WRITE"] === "1";

/** `npm test` tests the default profile and combinations of switches, `test:soak` each switch alone that decides something. */
const eachSwitch = env["CONFORMANCE_PROFILES"] === "each-switch";
const [standard, ...combined] = combinedVariants;
type Variant = (typeof variants)[number];

const switchNames = Object.keys(switches) as readonly (keyof Profile)[];
/** Sections of switches that change what configurations become when they are written, and nothing else. */
const ofConfigurations: readonly string[] = ["Writes", "Many at once"];
/** Switches that decide nothing while another one has its default. The combinations have both. */
const dependent: readonly string[] = [
  ...["deep_lists", "page_size_most", "page_envelope"],
  ...["ids_status", "rate_window", "retry_after"],
];

/** Whether a profile may change what requests of a kind do. */
function concerns(kind: Kind, variant: Variant): boolean {
  const decisive = switchNames.filter((name) => variant.profile[name] !== standard?.profile[name]);
  const deciding = combined.includes(variant) ? decisive : decisive.filter((name) => !dependent.includes(name));
  return (
    variant === standard ||
    deciding.some((name) => kind === "configurations" || !ofConfigurations.includes(switches[name].section))
  );
}

const emulated = (kind: Kind): readonly Target[] =>
  variants
    .filter((variant) => concerns(kind, variant))
    .map((variant) => ({
      name: `the emulator, ${variant.name}`,
      switched: combinedVariants.includes(variant) !== eachSwitch,
      profileless: eachSwitch ? combined.includes(variant) : variant === standard,
      open: async () => {
        const emulator = await startEmulator({ profile: variant.profile, checksItself: true });
        const at = { url: emulator.url, key: acmeKey };
        const wait = async (): Promise<void> => {
          await advanceClock(at, 1); // the rate limit is one per second
        };
        const ids = { accountId: acmeAccountId, foreignAccountId: globexAccountId };
        return { ...at, ...ids, wait, close: () => emulator.close() };
      },
    }));

const live = (url: string, key: string): Target => ({
  name: "a live service",
  switched: true,
  profileless: true,
  open: async () => ({
    url: url.replace(/\/+$/, ""),
    key,
    accountId: liveAccount ?? (await firstAccount(url, key)),
    wait: pause,
    close: () => Promise.resolve(),
  }),
});

const isLive = liveUrl !== undefined && liveKey !== undefined;
const targetsOf = (kind: Kind): readonly Target[] => (isLive ? [live(liveUrl, liveKey)] : emulated(kind));

/**
 * Tests a kind of resource against the specification: the emulator under several profiles, or a live
 * service if `SCANFORM_CONFORMANCE_BASE_URL` and `SCANFORM_CONFORMANCE_API_KEY` are set. A live service is
 * only read unless `SCANFORM_CONFORMANCE_WRITE` is 1. The performed actions are the kind's section of docs/coverage.md.
 */
export function conformance(kind: Kind, define: (suite: Suite) => void): void {
  const done: Done[] = [];
  const progress = { defined: 0, passed: 0 };
  for (const target of targetsOf(kind)) run(target, done, progress, define);
  if (isLive) return;
  afterAll(() => {
    // the coverage of filtered or failed tests is meaningless
    if (progress.passed < progress.defined) return;
    const { text, missing } = tableOf(kind, done);
    expect(missing).toEqual([]);
    if (env["UPDATE_GOLDEN"] === "1") writeSection(kind, text);
    expect(sectionOf(kind)).toBe(text);
  });
}

function run(
  target: Target,
  done: Done[],
  progress: { defined: number; passed: number },
  define: (suite: Suite) => void,
): void {
  const at = new Service({ live: isLive, readOnly: isLive && !mayWrite }, done, () =>
    (expect.getState().currentTestName ?? "").slice(target.name.length + 1),
  );
  const tests: Parameters<Add>[] = [];
  const add =
    (wanted: boolean): Add =>
    (...given) => {
      if (wanted) tests.push(given);
    };
  const { switched, profileless } = target;
  define({
    at,
    reads: add(switched),
    writes: add(switched && (!isLive || mayWrite)),
    emulated: add(switched && !isLive),
    profileless: { reads: add(profileless), emulated: add(profileless && !isLive) },
  });
  if (tests.length === 0) return;
  progress.defined += tests.length;
  describe(target.name, () => {
    beforeAll(async () => {
      at.use(await target.open());
    });
    afterAll(() => at.access.close());
    test.each(tests)(
      "%s",
      async (_title, body) => {
        await body();
        progress.passed += 1;
      },
      60_000,
    );
  });
}

async function firstAccount(url: string, key: string): Promise<string> {
  const answer = await fetch(new URL("v1/accounts", `${url.replace(/\/+$/, "")}/`), {
    headers: { authorization: `Bearer ${key}` },
    redirect: "manual",
  });
  const { data } = (await answer.json()) as { readonly data?: readonly { readonly account_id: string }[] };
  const [first] = data ?? [];
  if (first === undefined) throw new Error("the key reaches no account");
  return first.account_id;
}
