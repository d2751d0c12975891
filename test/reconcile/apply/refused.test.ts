import type { Settings } from "../../../src/model/settings";
import { declare, desired, live } from "../account";
import { refusal } from "../service";
import { applying } from "./applying";

/** The account lists the analyzers a and b, and the policies p and q. */
const all = { comment: "silent", risk_threshold: 3, analyzers: { a: { enabled: true } } } as const satisfies Settings;

const refused = "The service refused the request: POST /v1: status";
const isNotListed = "which nobody declares and the account no longer lists";

/** What is said of an update of one configuration that is answered with this status. */
async function errorOf(settings: Settings, status = 422, declared: Settings = { comment: "enabled" }) {
  const { applied, sent, account } = await applying(live({ one: { settings } }), desired([declare("one", declared)]), {
    grace: [0],
    before: () => {
      throw refusal(status);
    },
  });
  expect(sent).toHaveLength(1); // nothing partial is tried
  expect(account.observed.configurations[0]?.settings).toEqual(settings);
  expect(applied).toMatchObject({ verified: false, wrote: status >= 500 });
  return applied.outcomes[0]?.error;
}

test.each<[string, Settings, string]>([
  [
    "names an analyzer that is not listed any more, and not what is",
    { ...all, analyzers: { ...all.analyzers, gone: { enabled: true } } },
    `also analyzers["gone"], ${isNotListed}.`,
  ],
  [
    "names a policy that is not listed any more",
    { ...all, code_policies: [{ id: "p" }, { id: "gone" }] },
    `also code_policies["gone"], ${isNotListed}.`,
  ],
  ["names all that nobody declares where all of it is listed", all, 'also risk_threshold and analyzers["a"], which'],
])("the error of an update that is refused %s", async (_title, settings, text) => {
  const error = await errorOf(settings);
  expect(error).toContain(`${refused} 422. The request had all settings of "one", ${text}`);
  expect(error).toMatch(/remove it in the dashboard, or declare it with a value that it takes\.$/);
});

test("the error of an update that is refused names at most five leaves that nobody declares", async () => {
  const gone = ["c", "d", "e", "f", "g", "h", "i"];
  const error = await errorOf({ ...all, analyzers: Object.fromEntries(gone.map((slug) => [slug, {}])) });
  expect(error).toContain('analyzers["g"] and 2 more, which nobody declares');
});

test.each([401, 403, 404, 413, 429, 500])(
  "the error of an update that is refused says nothing of a body where the status is %i",
  async (status) => {
    expect(await errorOf(all, status)).toBe(`${refused} ${String(status)}`);
  },
);

test("the error of an update that is refused says nothing of other leaves where all are declared", async () => {
  expect(await errorOf({ comment: "silent" })).toBe(`${refused} 422`);
});
