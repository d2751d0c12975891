import type { RequestListener } from "node:http";
import type { ServiceClient } from "../../src/service";
import { client, saying, serving } from "./server";

const finding = (at: number) => ({
  id: `i${String(at)}`,
  dashboard_url: "u",
  title: "t",
  description: "d",
  severity: "high",
  package_name: "p",
  package_version: "1",
  package_ecosystem: "npm",
});

/** Seven findings on pages of three; says their number only where `total` is given. */
const sevenByThree =
  (total?: number): RequestListener =>
  (request, response) => {
    const from = 3 * (Number(new URL(request.url ?? "", "http://x").searchParams.get("page") ?? 1) - 1);
    const data = [0, 1, 2, 3, 4, 5, 6].slice(from, from + 3).map(finding);
    saying(200, { dashboard_url: "u", data, ...(total === undefined ? {} : { total }) })(request, response);
  };

type Options = NonNullable<Parameters<ServiceClient["deepscanResults"]>[4]>;

describe.each<[string, (service: ServiceClient, options?: Options) => Promise<{ readonly data: readonly unknown[] }>]>([
  ["deepscanResults", (service, options) => service.deepscanResults("a", "r", "d", {}, options)],
  ["scaResults", (service, options) => service.scaResults("a", "r", "d", {}, options)],
])("%s", (_name, read) => {
  test("reads on after a page of any length where `always` says so", async () => {
    const { url } = await serving(sevenByThree());
    expect((await read(client(url))).data).toHaveLength(3);
    expect((await read(client(url), { always: true })).data).toHaveLength(7);
  });

  test("reads on after a page as long as one that was not the last before", async () => {
    const { url } = await serving(sevenByThree());
    const service = client(url);
    await read(service, { always: true });
    expect((await read(service)).data).toHaveLength(7);
  });

  test("tells `onItems` how many findings are read", async () => {
    const { url } = await serving(sevenByThree(7));
    const told: (readonly number[])[] = [];
    await read(client(url), { onItems: (...counts) => told.push(counts) });
    expect(told).toEqual([
      [6, 7],
      [7, 7],
    ]);
  });
});
