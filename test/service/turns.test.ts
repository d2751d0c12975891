import type { RequestListener } from "node:http";
import type { WriteOptions } from "../../src/reconcile/ports";
import type { Answer } from "../../src/service/answer";
import { rateLimited } from "../../src/service/rate-limit";
import { IdleDeadline, retrying } from "../../src/service/retry";
import { ServiceError } from "../../src/service/service-error";
import type { Request, Transport } from "../../src/service/transport";
import { client, request, saying, serving, transportOf } from "./server";
import { instantClock, VirtualClock } from "./virtual-clock";

/** A request that looks, with `prepare`, at what it replaces before each attempt. */

const answer: Answer = { status: 200, body: {} };
const shown = { method: "PATCH", path: "/v1/x" };
const failing = (
  facts: Pick<Partial<ConstructorParameters<typeof ServiceError>[0]>, "status" | "fault" | "retryAfter">,
) => new ServiceError({ ...shown, code: "service-error", detail: "no", ...facts });

/** A transport that answers in order, and then with success; everything that happens is noted. */
function sending(answers: readonly (ServiceError | RangeError)[] = []) {
  const happened: unknown[] = [];
  const left = [...answers];
  const transport: Transport = {
    send: ({ body }) => {
      happened.push(["send", body]);
      const next = left.shift();
      return next === undefined ? Promise.resolve(answer) : Promise.reject(next);
    },
    close: () => Promise.resolve(happened.push("close")).then(() => undefined),
  };
  const options: Pick<Request, "prepare" | "attempted"> = {
    prepare: ({ unclear }) => Promise.resolve(happened.push(unclear ? "look after all" : "look")).then(() => "looked"),
    attempted: (arrived) => happened.push(arrived ? "may have arrived" : "did not arrive"),
  };
  return { happened, transport, options };
}

const patch = (more: Partial<Request> = {}) =>
  request("PATCH", "/v1/x", { repeatable: true, body: "planned", ...more });

test("a request without a look is sent as it is", async () => {
  const { happened, transport } = sending();
  expect(await rateLimited(transport).send(patch())).toBe(answer);
  expect(happened).toEqual([["send", "planned"]]);
});

test.each<[string, ServiceError | undefined, unknown]>([
  ["may have arrived where it is answered", undefined, "may have arrived"],
  ["may have arrived where it is refused", failing({ status: 400 }), "may have arrived"],
  ["may have arrived where its answer is lost", failing({ fault: "lost" }), "may have arrived"],
  ["may have arrived where it is aborted", failing({ fault: "interrupted" }), "may have arrived"],
  ["did not arrive where no connection is made", failing({ fault: "not-sent" }), "did not arrive"],
  ["did not arrive where the client is stopped", failing({ fault: "not-tried" }), "did not arrive"],
])("a request is sent with what its look gives, and %s", async (_what, failure, arrived) => {
  const { happened, transport, options } = sending(failure === undefined ? [] : [failure]);
  const sent = rateLimited(transport).send(patch(options));
  if (failure === undefined) expect(await sent).toBe(answer);
  else await expect(sent).rejects.toBe(failure);
  expect(happened).toEqual(["look", ["send", "looked"], arrived]);
});

test("a request that fails for an unknown reason may have arrived", async () => {
  const { happened, transport, options } = sending([new RangeError("x")]);
  await expect(rateLimited(transport).send(patch(options))).rejects.toThrow(RangeError);
  expect(happened.at(-1)).toBe("may have arrived");
});

test("what a look throws passes as it is, and nothing is sent or repeated", async () => {
  const { happened, transport } = sending();
  const withheld = new Error("withheld");
  const attempted = (): never => {
    throw new Error("nothing was attempted");
  };
  const robust = retrying(rateLimited(transport));
  await expect(robust.send(patch({ prepare: () => Promise.reject(withheld), attempted }))).rejects.toBe(withheld);
  expect(happened).toEqual([]);
  // its place is free again
  expect(await robust.send(patch())).toBe(answer);
});

test("a long look does not count as a time without an answer", async () => {
  const clock = new VirtualClock();
  const { transport, options } = sending();
  const deadline = new IdleDeadline({ clock });
  const robust = retrying(rateLimited(transport, { clock, deadline }), { clock, deadline });
  const prepare: WriteOptions<unknown>["prepare"] = async () => {
    await clock.sleep(200_000);
    return "looked";
  };
  expect(await clock.until(robust.send(patch({ ...options, prepare })))).toBe(answer);
});

describe("each attempt looks again", () => {
  test.each<[string, ServiceError, string, string]>([
    ["after 429, which has no effect", failing({ status: 429 }), "may have arrived", "look"],
    ["after 429 with a wait", failing({ status: 429, retryAfter: 5000 }), "may have arrived", "look"],
    ["where no connection was made", failing({ fault: "not-sent" }), "did not arrive", "look"],
    ["after 503, of which the effect is not known", failing({ status: 503 }), "may have arrived", "look after all"],
    ["after 500, of which the effect is not known", failing({ status: 500 }), "may have arrived", "look after all"],
    ["where the answer was lost", failing({ fault: "lost" }), "may have arrived", "look after all"],
  ])("%s", async (_when, failure, arrived, again) => {
    const clock = instantClock();
    const { happened, transport, options } = sending([failure]);
    const robust = retrying(rateLimited(transport, { clock }), { clock, random: () => 0 });
    expect(await robust.send(patch(options))).toBe(answer);
    expect(happened).toEqual(["look", ["send", "looked"], arrived, again, ["send", "looked"], "may have arrived"]);
  });

  test("and one whose answer was lost makes all later ones unclear", async () => {
    const clock = instantClock();
    const { happened, transport, options } = sending([failing({ fault: "lost" }), failing({ status: 429 })]);
    const robust = retrying(rateLimited(transport, { clock }), { clock, random: () => 0 });
    await robust.send(patch(options));
    expect(happened.filter((each) => typeof each === "string" && each.startsWith("look"))).toEqual([
      "look",
      "look after all",
      "look after all",
    ]);
  });

  test("and a look that fails after an attempt ends the request, without another one", async () => {
    const clock = instantClock();
    const { happened, transport, options } = sending([failing({ fault: "lost" })]);
    const robust = retrying(rateLimited(transport, { clock }), { clock, random: () => 0 });
    const withheld = new Error("withheld");
    let looks = 0;
    const prepare = () => (++looks === 1 ? Promise.resolve("looked") : Promise.reject(withheld));
    await expect(robust.send(patch({ ...options, prepare }))).rejects.toBe(withheld);
    expect(happened).toEqual([["send", "looked"], "may have arrived"]);
  });
});

test("the look begins when the turn of the request has come, not before", async () => {
  const clock = new VirtualClock();
  const happened: string[] = [];
  const transport = transportOf(async ({ path }) => {
    happened.push(`send ${path}`);
    await clock.sleep(1000);
    return answer;
  });
  const limited = rateLimited(transport, { clock, concurrency: 1 });
  const write = (path: string) =>
    limited.send(
      request("PATCH", path, {
        prepare: async () => {
          happened.push(`look for ${path} at ${String(clock.now())}`);
          await clock.sleep(10);
          return undefined;
        },
      }),
    );
  await clock.until(Promise.all([write("/1"), write("/2")]));
  expect(happened).toEqual(["look for /1 at 0", "send /1", "look for /2 at 1010", "send /2"]);
});

describe("a client of one request at a time that also looks", () => {
  const fine: RequestListener = (incoming, response) => {
    const body =
      incoming.method === "GET" ? { data: { id: "c", name: "n", configuration: {} } } : { data: { id: "c" } };
    saying(200, body)(incoming, response);
  };
  const body = { name: "n", settings: {} };

  test("does not wait for itself where its looks are urgent", async () => {
    const { url, asked } = await serving(fine);
    const service = client(url, { concurrency: 1 });
    const write = (id: string) =>
      service.updateConfiguration("a", id, body, {
        prepare: async () => {
          const { name = "" } = await service.configuration("a", id, { urgent: true });
          return { ...body, name: `${name} as looked at` };
        },
      });
    await Promise.all([write("c"), write("d")]);
    expect(asked.map(({ method, url: path }) => `${method} ${path.slice(-1)}`)).toEqual([
      "GET c",
      "PATCH c",
      "GET d",
      "PATCH d",
    ]);
    expect(
      asked.filter(({ method }) => method === "PATCH").map((each) => JSON.parse(each.body) as unknown),
    ).toMatchObject(["c", "d"].map(() => ({ configuration: { name: "n as looked at" } })));
  });

  test("gives what a write method refuses to prepare to its caller", async () => {
    const { url, asked } = await serving(fine);
    const withheld = new Error("withheld");
    const prepare = () => Promise.reject(withheld);
    const service = client(url);
    await expect(service.deleteConfiguration("a", "c", { prepare })).rejects.toBe(withheld);
    await expect(service.setTriage("a", "f", "wont_fix", { prepare })).rejects.toBe(withheld);
    expect(asked).toEqual([]);
  });
});
