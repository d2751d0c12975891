import { configurationId, repositoryId } from "../../../src/model/ids";
import type { Configuration } from "../../../src/model/entities";
import { body, creating, type Look, lost, made, one, refusal } from "./creating";

const repositories = ["a", "b", "c", "d"].map(repositoryId);

describe("a POST whose answer was lost", () => {
  test("is looked up in the list until reads may no longer lag, with a full wait between look-ups", async () => {
    const { result, happened } = await creating(body, {
      answers: [lost()],
      looks: [[], [], [made]],
      grace: [0, 250, 1000, 3000],
    });
    expect(happened).toEqual(["POST", "look", "wait 250", "waited", "look", "wait 1000", "waited", "look"]);
    expect(result).toMatchObject({ status: "succeeded", created: one });
  });

  test("is sent once more when the configuration is not found", async () => {
    const { result, happened } = await creating(body, { answers: [lost(), made], grace: [0, 250] });
    expect(happened).toEqual(["POST", "look", "wait 250", "waited", "look", "POST"]);
    expect(result).toMatchObject({ status: "succeeded", created: one, requestId: "q" });
  });

  test("is not matched to a configuration that existed before it was sent", async () => {
    const { result, happened } = await creating(body, {
      answers: [lost(), { ...made, id: configurationId("two") }],
      looks: [[made]],
      known: [one],
    });
    expect(happened).toEqual(["POST", "look", "POST"]);
    expect(result).toMatchObject({ status: "succeeded", created: "two" });
  });

  test.each<[string, readonly Look[]]>([
    ["no look succeeds", [lost(), lost()]],
    ["the last look fails", [[], lost()]],
  ])("is not sent again when %s, since the state of the service is unknown", async (_when, looks) => {
    const { result, happened } = await creating(body, { answers: [lost(), made], looks, grace: [0, 0] });
    expect(happened).toEqual(["POST", "look", "look"]);
    expect(result).toMatchObject({
      status: "failed",
      failures: [{ error: expect.stringContaining("reset") as string }],
    });
    expect(result).not.toHaveProperty("created");
  });

  test("is sent again when one look-up fails and a later one finds nothing", async () => {
    const { happened } = await creating(body, { answers: [lost(), made], looks: [lost(), []], grace: [0, 0] });
    expect(happened).toEqual(["POST", "look", "look", "POST"]);
  });

  test("is not sent again after an interrupt", async () => {
    const { result, happened } = await creating(body, { answers: [lost(), made], signal: AbortSignal.abort() });
    expect(happened).toEqual(["POST", "look"]);
    expect(result).toMatchObject({ status: "failed", failures: [{ refused: false }] });
  });

  test("has succeeded when the second POST is refused and the configuration is then found", async () => {
    const { result, happened } = await creating(body, { answers: [lost(), refusal(409)], looks: [[], [made]] });
    expect(happened).toEqual(["POST", "look", "POST", "look"]);
    expect(result).toMatchObject({ status: "succeeded", created: one });
  });

  test("may have taken effect when the second POST is refused and nothing is found", async () => {
    const { result } = await creating(body, { answers: [lost(), refusal(409)] });
    expect(result).toMatchObject({ status: "failed", failures: [{ status: 409, refused: false }] });
  });

  test("reports a different configuration that has taken its name when the second POST is refused", async () => {
    const other: Configuration = { ...made, settings: { comment: "disabled" } };
    const { result } = await creating(body, { answers: [lost(), refusal(409)], looks: [[], [other]] });
    expect(result).toMatchObject({
      status: "failed",
      failures: [
        { refused: false, error: expect.stringMatching(/status 409.*has appeared meanwhile.*: one\.$/) as string },
      ],
    });
  });

  test("is not matched to a configuration of another name", async () => {
    const { happened } = await creating(body, { answers: [lost(), made], looks: [[{ ...made, name: "eins" }]] });
    expect(happened).toEqual(["POST", "look", "POST"]);
  });
});

test("rethrows a defect in the look-up", async () => {
  await expect(creating(body, { answers: [lost()], looks: [new TypeError("x")] })).rejects.toThrow(TypeError);
});

test.each([400, 401, 409])("a POST refused with %i is neither looked up nor sent again", async (status) => {
  const { result, happened } = await creating(body, { answers: [refusal(status)] });
  expect(happened).toEqual(["POST"]);
  expect(result).toMatchObject({ status: "failed", failures: [{ status, refused: true }] });
});

describe("a POST with too many repositories", () => {
  test.each([413, 422])("carries half of them after a refusal with %i, and assigns the rest", async (status) => {
    const { result, happened, posted } = await creating(
      { ...body, repositories },
      { answers: [refusal(status), made] },
    );
    expect(posted.map((each) => each.repositories)).toEqual([repositories, ["a", "b"]]);
    expect(happened).toEqual(["POST", "POST", "assign one c d"]);
    expect(result).toMatchObject({ status: "succeeded", created: one });
  });

  test("carries none when a single one is too many", async () => {
    const { result, happened, posted } = await creating(
      { ...body, repositories: repositories.slice(0, 1) },
      { answers: [refusal(413), made] },
    );
    expect(posted).toEqual([{ ...body, repositories: ["a"] }, body]);
    expect(happened).toEqual(["POST", "POST", "assign one a"]);
    expect(result.status).toBe("succeeded");
  });

  test("fails with the first error when it is refused without repositories", async () => {
    const { result, posted } = await creating({ ...body, repositories }, { answers: [refusal(413), refusal(422)] });
    expect(posted.map((each) => each.repositories?.length ?? 0)).toEqual([4, 2, 1, 0]);
    expect(result).toMatchObject({ status: "failed", failures: [{ status: 413 }] });
  });

  test.each([400, 409])("is not retried with fewer after a refusal with %i", async (status) => {
    expect((await creating({ ...body, repositories }, { answers: [refusal(status)] })).happened).toEqual(["POST"]);
  });

  test("is not retried with fewer after an interrupt", async () => {
    const world = { answers: [refusal(413)], signal: AbortSignal.abort() };
    expect((await creating({ ...body, repositories }, world)).happened).toEqual(["POST"]);
  });
});
