import { configurationId } from "../../../src/model/ids";
import { declare, desired, live } from "../account";
import { applying } from "./applying";
import { lost } from "./creating";

const comment = { comment: "enabled" } as const;
const id = configurationId("made");

describe("a POST whose answer was lost, and that is sent again", () => {
  /** The list shows what the POST made from this look on; each look is read anew. */
  async function lateBy(shownFrom: number, settings: object) {
    let looks = 0;
    let posted = false;
    let time = 0;
    const { applied, sent } = await applying(live({}), desired([declare("new", comment)]), {
      grace: [0],
      now: () => (time += 1000),
      before: (_kind, account) => {
        posted = true;
        account.configurations.set(id, { id, name: "new", settings });
        throw lost();
      },
      look: (from) => ({
        ...from,
        configurations: async (...given) => {
          if (posted) looks += 1;
          return looks >= shownFrom ? from.configurations(...given) : [];
        },
      }),
    });
    return { applied, sent };
  }

  test("is not sent where the look before it shows what the first one made", async () => {
    const { applied, sent } = await lateBy(2, comment);
    expect(sent).toEqual(["create"]);
    expect(applied).toMatchObject({ verified: true, sent: 1, outcomes: [{ status: "succeeded" }], diagnostics: [] });
    expect([...applied.created]).toEqual([["scanform_configuration.new", id]]);
  });

  test("is not sent where the look before it shows a configuration of its name that holds something else", async () => {
    const { applied, sent } = await lateBy(2, { comment: "disabled" });
    expect(sent).toEqual(["create"]);
    expect(applied).toMatchObject({
      verified: false,
      outcomes: [{ status: "skipped", code: "changed-since-planned", changed: [{ path: "name", found: "new" }] }],
    });
  });
});
