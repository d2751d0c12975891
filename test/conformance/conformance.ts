import type { Kind } from "../../src/api/operation";
import { acmeKey, combinedVariants, variants } from "../../src/emulator";
import { startEmulator } from "../support/emulator";
import { type Done, sectionOf, tableOf, writeSection } from "./coverage";
import { accountId, foreignAccountId, seed } from "./seed";
import { type Access, Service } from "./service";

interface Target {
  readonly name: string;
  /** Whether what no switch of the profile changes is tested here too. */
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
   * The same for behaviour that no switch of the profile changes: `npm test` runs it under the default profile alone,
   * `test:soak` under the combined ones.
   */
  readonly profileless: Add;
}

const { env } = process;
const liveUrl = env["SCANFORM_CONFORMANCE_BASE_URL"];
const liveKey = env["SCANFORM_CONFORMANCE_API_KEY"];
const liveAccount = env["SCANFORM_CONFORMANCE_ACCOUNT_ID"];
const mayWrite = env["SCANFORM_CONFORMANCE_WRITE"] === "1";

/** `test:soak` tests every switch of the profile by itself too. */
const everyProfile = env["CONFORMANCE_PROFILES"] === "every";
const profiles = everyProfile ? variants : combinedVariants;
/** Under these is tested what no switch changes. */
const profileless = everyProfile ? combinedVariants : combinedVariants.slice(0, 1);

const emulated: readonly Target[] = profiles.map((variant) => ({
  name: `the emulator, ${variant.name}`,
  profileless: profileless.includes(variant),
  open: async () => {
    const emulator = await startEmulator({ seed: seed(), profile: variant.profile });
    return { url: emulator.url, key: acmeKey, accountId, foreignAccountId, close: () => emulator.close() };
  },
}));

const live = (url: string, key: string): Target => ({
  name: "a live service",
  profileless: false,
  open: async () => ({
    url: url.replace(/\/+$/, ""),
    key,
    accountId: liveAccount ?? (await firstAccount(url, key)),
    close: () => Promise.resolve(),
  }),
});

const isLive = liveUrl !== undefined && liveKey !== undefined;
const targets = isLive ? [live(liveUrl, liveKey)] : emulated;

/**
 * Tests a kind of resource against the specification: the emulator under several profiles, or a live
 * service if `SCANFORM_CONFORMANCE_BASE_URL` and `SCANFORM_CONFORMANCE_API_KEY` are set. A live service is
 * only read unless `SCANFORM_CONFORMANCE_WRITE` is 1. The performed actions are the kind's section of docs/coverage.md.
 */
export function conformance(kind: Kind, define: (suite: Suite) => void): void {
  const done: Done[] = [];
  const progress = { defined: 0, passed: 0 };
  for (const target of targets)
    describe(target.name, () => {
      run(target, done, progress, define);
    });
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
  beforeAll(async () => {
    at.use(await target.open());
  });
  afterAll(() => at.access.close());
  const add = (title: string, body: () => Promise<void>) => {
    progress.defined += 1;
    test(
      title,
      async () => {
        await body();
        progress.passed += 1;
      },
      60_000,
    );
  };
  define({
    at,
    reads: add,
    writes: (title, body) => {
      if (!isLive || mayWrite) add(title, body);
    },
    emulated: (title, body) => {
      if (!isLive) add(title, body);
    },
    profileless: (title, body) => {
      if (target.profileless) add(title, body);
    },
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
