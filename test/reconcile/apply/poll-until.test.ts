import { pollUntil } from "../../../src/reconcile/apply/poll-until";

interface Given {
  readonly grace: readonly number[];
  readonly timeout?: number;
  /** When the interrupt comes, in milliseconds. */
  readonly interruptedAt?: number;
}

/** Looks for something that shows after so many milliseconds. */
async function lookingFor(shownAfter: number, { interruptedAt, ...given }: Given) {
  let now = 0;
  const looks: number[] = [];
  const interrupt = new AbortController();
  const arrive = (time: number): void => {
    now = time;
    if (interruptedAt !== undefined && now >= interruptedAt) interrupt.abort();
  };
  arrive(0);
  const seen = await pollUntil(
    () => {
      looks.push(now);
      return Promise.resolve(now >= shownAfter);
    },
    (shown) => shown,
    {
      ...given,
      signal: interrupt.signal,
      sleep: (milliseconds) => {
        arrive(now + milliseconds);
        return Promise.resolve();
      },
    },
  );
  return { seen, looks };
}

const never = Number.POSITIVE_INFINITY;

test.each<{ title: string; shownAfter: number; given: Given; seen: boolean; looks: readonly number[] }>([
  { title: "what is there at once is read once", shownAfter: 0, given: { grace: [250] }, seen: true, looks: [0] },
  {
    title: "what shows within the first waits is read no longer than until then",
    shownAfter: 300,
    given: { grace: [250, 1000, 3000], timeout: 60_000 },
    seen: true,
    looks: [0, 250, 1250],
  },
  {
    title: "until the timeout it is read every five seconds, and at its end",
    shownAfter: never,
    given: { grace: [250, 1000], timeout: 12_000 },
    seen: false,
    looks: [0, 250, 1250, 6250, 11_250, 12_000],
  },
  {
    title: "an interrupt ends the wait",
    shownAfter: never,
    given: { grace: [250, 1000], timeout: 60_000, interruptedAt: 6250 },
    seen: false,
    looks: [0, 250, 1250, 6250],
  },
])("$title", async ({ shownAfter, given, seen, looks }) => {
  expect(await lookingFor(shownAfter, given)).toEqual({ seen, looks });
});
