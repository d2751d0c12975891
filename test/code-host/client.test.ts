import { textAt } from "../../src/code-host/answers";
import { CodeHost } from "../../src/code-host/client";
import { Secrets } from "../../src/cli/credentials/secrets";
import { serving } from "../support/proxy";

const token = "canary-7d20b1e4-job";

/** A host whose interface lies below a path, and what it was asked. */
async function hostBelow(path: string, answers: Readonly<Record<string, string>>) {
  const asked: (readonly [url: string | undefined, authorization: string | undefined])[] = [];
  const url = await serving((incoming, outgoing) => {
    asked.push([incoming.url, incoming.headers.authorization]);
    const { [incoming.url ?? ""]: answer } = answers;
    if (answer?.startsWith("to ") === true) outgoing.writeHead(302, { location: answer.slice(3) }).end();
    else outgoing.writeHead(answer === undefined ? 404 : 200).end(answer);
  });
  const secret = new Secrets({}).add(token, "GITHUB_TOKEN");
  return {
    asked,
    host: new CodeHost({ api: new URL(`${url}${path}`), token: secret, signal: new AbortController().signal }),
  };
}

test.each(["/api/v3", "/api/v3/"])(
  "asks below the path of the interface %s, and downloads without the token",
  async (path) => {
    const { host, asked } = await hostBelow(path, { "/api/v3/zip": "to /kept", "/kept": "twelve bytes" });
    expect((await host.download("/zip", 12)).toString()).toBe("twelve bytes");
    expect(asked).toEqual([
      ["/api/v3/zip", `Bearer ${token}`],
      ["/kept", undefined],
    ]);
  },
);

test.each([
  ["is no JSON", "<html>", "GET /pull was answered with something other than JSON."],
  ["lacks a field", '{"user":{}}', "GET /pull was answered in an unexpected form. There is no text user.login."],
])("refuses an answer that %s, and says which request it was", async (_what, answer, why) => {
  const { host } = await hostBelow("", { "/pull": answer });
  await expect(host.get("/pull", (given) => textAt(given, "user.login"))).rejects.toThrow(why);
});

test.each([
  ["is larger than expected", { "/zip": "to /kept", "/kept": "thirteen bytes" }, "answers with more than 12 bytes"],
  ["redirects once more", { "/zip": "to /kept", "/kept": "to /other", "/other": "x" }, "was not answered"],
  ["is not there any more", { "/zip": "to /kept" }, "redirects to a download that was answered 404"],
  ["comes at once", { "/zip": "x" }, "not with the address of a download"],
])("refuses a download that %s", async (_what, answers, why) => {
  const { host, asked } = await hostBelow("", answers);
  await expect(host.download("/zip", 12)).rejects.toThrow(why);
  expect(asked.slice(1).filter(([, authorization]) => authorization !== undefined)).toEqual([]);
});
