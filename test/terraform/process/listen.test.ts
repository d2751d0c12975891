import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { listenOnPort, listenOnSocket } from "../../../src/terraform/process/serve";

const servers: Server[] = [];
const server = (): Server => {
  const made = createServer();
  servers.push(made);
  return made;
};
afterEach(() => {
  for (const each of servers.splice(0)) each.close();
});

async function anyPort(taken: Server): Promise<number> {
  await once(taken.listen(0, "127.0.0.1"), "listening");
  const address = taken.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}

describe("a socket", () => {
  it("is accessible only to the user, and removed with its folder", async () => {
    const { place, close } = await listenOnSocket(server());
    expect(place.network).toBe("unix");
    expect(statSync(dirname(place.text)).mode & 0o777).toBe(0o700);
    close();
    expect(existsSync(dirname(place.text))).toBe(false);
  });

  it("is in /tmp when the path of the temporary folder is too long", async () => {
    const top = mkdtempSync(join(tmpdir(), "scanform-test-"));
    const long = join(top, "n".repeat(90));
    mkdirSync(long);
    const { place, close } = await listenOnSocket(server(), long);
    close();
    rmSync(top, { recursive: true });
    expect(place.text).toMatch(/^\/tmp\/scanform-[^/]+\/socket$/);
  });
});

describe("a port", () => {
  it("is the first free one of the range that terraform allows", async () => {
    const taken = await anyPort(server());
    const { place, close } = await listenOnPort(server(), {
      PLUGIN_MIN_PORT: String(taken),
      PLUGIN_MAX_PORT: String(taken + 50),
    });
    close();
    const [host, port] = place.text.split(":");
    expect(place.network).toBe("tcp");
    expect(host).toBe("127.0.0.1");
    expect(Number(port)).toBeGreaterThan(taken);
    expect(Number(port)).toBeLessThanOrEqual(taken + 50);
  });

  it("is an error when all are taken", async () => {
    const taken = String(await anyPort(server()));
    const asked = listenOnPort(server(), { PLUGIN_MIN_PORT: taken, PLUGIN_MAX_PORT: taken });
    await expect(asked).rejects.toThrow(`no free port from PLUGIN_MIN_PORT ${taken} to PLUGIN_MAX_PORT ${taken}`);
  });
});
