import { address, type Address } from "../../../src/model/ids";
import { body, creating, lost, made, one, refusal } from "./creating";

const configuration = address("scanform_configuration.one");
const routing = address("scanform_repository_assignments.routing");
/** As the setting `timeouts` of a resource gives it, in milliseconds. */
const patience =
  (timeouts: Readonly<Record<Address, number>>) =>
  (at: Address): number =>
    timeouts[at] ?? 0;
const look = (wait: number) => [`wait ${String(wait)}`, "waited", "look"];
const firstLooks = ["look", ...look(250)];

describe("a POST whose answer was lost, to a service that may be late for long", () => {
  const grace = [0, 250];

  test("is looked for every five seconds until the timeout of its resource, and then sent once more", async () => {
    const { result, happened } = await creating(body, {
      answers: [lost(), made],
      grace,
      patience: patience({ [configuration]: 12_000 }),
    });
    expect(happened).toEqual(["POST", ...firstLooks, ...look(5000), ...look(5000), ...look(1750), "POST"]);
    expect(result).toMatchObject({ status: "succeeded", created: one });
  });

  test("is not sent again when it shows late, but within the timeout", async () => {
    const { result, happened } = await creating(body, {
      answers: [lost()],
      looks: [[], [], [], [made]],
      grace,
      patience: patience({ [configuration]: 12_000 }),
    });
    expect(happened).toEqual(["POST", ...firstLooks, ...look(5000), ...look(5000)]);
    expect(result).toMatchObject({ status: "succeeded", created: one });
  });

  test("is looked for until the longest timeout of the resources that it carries", async () => {
    const { happened } = await creating(body, {
      answers: [lost(), made],
      carries: [configuration, routing, address("scanform_repository_assignments.others")],
      grace,
      patience: patience({ [configuration]: 1000, [routing]: 4000 }),
    });
    expect(happened).toEqual(["POST", ...firstLooks, ...look(3750), "POST"]);
  });

  test("is looked for only shortly when the service was not available, since it has not handled the request", async () => {
    const { result, happened } = await creating(body, {
      answers: [refusal(503), made],
      grace,
      patience: patience({ [configuration]: 12_000 }),
    });
    expect(happened).toEqual(["POST", ...firstLooks, "POST"]);
    expect(result).toMatchObject({ status: "succeeded", created: one });
  });

  test.each([
    { when: "lost, then not available", answers: () => [lost(), refusal(503)], looks: [[4750], []] },
    { when: "not available, then lost", answers: () => [refusal(503), lost()], looks: [[], [4750]] },
    { when: "lost twice", answers: () => [lost(), lost()], looks: [[4750], [4750]] },
  ])("is looked for after each attempt as long as that one may be late: $when", async ({ answers, looks }) => {
    const { result, happened } = await creating(body, {
      answers: answers(),
      grace,
      patience: patience({ [configuration]: 5000 }),
    });
    expect(happened).toEqual(looks.flatMap((waits) => ["POST", ...firstLooks, ...waits.flatMap(look)]));
    expect(result).toMatchObject({ status: "failed", failures: [{ refused: false }] });
  });
});

describe("after an interrupt, a POST whose answer was lost", () => {
  test("is looked for once, without a wait", async () => {
    const { result, happened } = await creating(body, {
      answers: [lost(), made],
      grace: [0, 250, 1000],
      signal: AbortSignal.abort(),
    });
    expect(happened).toEqual(["POST", "look"]);
    expect(result).toMatchObject({ status: "failed", failures: [{ refused: false }] });
  });

  test("is not looked for again when the interrupt comes during a wait", async () => {
    const interrupt = new AbortController();
    const { result, happened } = await creating(body, {
      answers: [lost(), made],
      grace: [0, 250, 1000],
      signal: interrupt.signal,
      onWait: () => {
        interrupt.abort();
      },
    });
    expect(happened).toEqual(["POST", "look", "wait 250", "waited"]);
    expect(result).toMatchObject({ status: "failed", failures: [{ refused: false }] });
  });
});
