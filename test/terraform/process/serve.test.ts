import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { status } from "@grpc/grpc-js";
import { type Identity, makeIdentity, pem } from "../../../src/terraform/process/certificate";
import { pluginLifetime } from "../../../src/terraform/process/lifetime";
import { listenOnPort, listenOnSocket, serve, type Serving } from "../../../src/terraform/process/serve";
import { choice, decode, encode, message, text } from "../../../src/terraform/protocol/message";
import { serviceName } from "../../../src/terraform/protocol/service";
import { type AllHandlers, type StreamEvent, streams } from "../../../src/terraform/protocol/streams";
import { ask, clientOf, type TestClient } from "./client";
import { once } from "node:events";
import { connect } from "node:http2";
import { connect as connectSocket, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { setImmediate as turn } from "node:timers/promises";

const terraform = makeIdentity(new Date());
const logged: string[] = [];
const opened: (() => void)[] = [];
afterEach(() => {
  logged.length = 0;
  for (const close of opened.splice(0)) close();
});

const started = (handlers: AllHandlers, kind: "plugin" | "debug" = "plugin", platform = process.platform) =>
  startedBy(() => handlers, kind, platform);

async function startedBy(make: () => AllHandlers, kind: "plugin" | "debug", platform = process.platform) {
  const serving = await serve({
    start:
      kind === "debug" ? { kind } : { kind, clientCertificate: pem("CERTIFICATE", terraform.certificate).toString() },
    connected: () => {
      const handlers = make();
      return () => Promise.resolve(handlers);
    },
    providerAddress: "registry.terraform.io/scanform/scanform",
    env: {},
    platform,
    log: (level, words) => logged.push(`${level}: ${words}`),
  });
  opened.push(serving.close);
  return serving;
}

function clientFor({ place, announcement }: Serving, own: Identity | undefined = terraform): TestClient {
  const certificate = Buffer.from(announcement.trim().split("|")[5] ?? "", "base64");
  const client = clientOf(place.network === "unix" ? `unix:${place.text}` : place.text, certificate, own);
  opened.push(() => {
    client.grpc.close();
  });
  return client;
}

const plainClientFor = ({ place }: Serving): TestClient => {
  const client = clientOf(`unix:${place.text}`);
  opened.push(() => {
    client.grpc.close();
  });
  return client;
};

describe("over gRPC", () => {
  it.each(["linux", "win32"] as const)("is healthy on %s", async (platform) => {
    const health = {
      request: message({ service: text(1) }),
      response: message({ status: choice(1, ["UNKNOWN", "SERVING"]) }),
    };
    const { grpc } = clientFor(await started({}, "plugin", platform));
    const answer = await ask(grpc, "/grpc.health.v1.Health/Check", health, { service: "plugin" });
    expect(answer).toEqual({ status: "SERVING" });
  });

  it("passes a request to its handler, and returns the answer", async () => {
    const client = clientFor(
      await started({
        ImportResourceState: ({ type_name, id }) =>
          Promise.resolve({ imported_resources: [{ type_name, state: { msgpack: Buffer.from(id) } }] }),
      }),
    );
    await expect(client.ask("ImportResourceState", { type_name: "t", id: "7" })).resolves.toMatchObject({
      imported_resources: [{ type_name: "t", state: { msgpack: Buffer.from("7") } }],
    });
  });

  it("creates separate handlers for each connection, since each is another provider block", async () => {
    let made = 0;
    const serving = await startedBy(() => {
      const own = String((made += 1));
      return { StopProvider: () => Promise.resolve({ Error: own }) };
    }, "debug");
    const [one, other] = [plainClientFor(serving), plainClientFor(serving)];
    const answers = [
      await one.ask("StopProvider", {}),
      await other.ask("StopProvider", {}),
      await one.ask("StopProvider", {}),
    ];
    expect(answers).toEqual([{ Error: "1" }, { Error: "2" }, { Error: "1" }]);
  });

  it("transfers messages of many megabytes", async () => {
    const large = Buffer.alloc(40_000_000, 1);
    const client = clientFor(
      await started({ ReadResource: ({ current_state }) => Promise.resolve({ new_state: { ...current_state } }) }),
    );
    const answer = (await client.ask("ReadResource", { current_state: { msgpack: large, json: Buffer.alloc(0) } })) as {
      readonly new_state: { readonly msgpack: Uint8Array };
    };
    expect(large.equals(answer.new_state.msgpack)).toBe(true);
  });

  it("reports an unknown operation as unimplemented", async () => {
    const client = clientFor(await started({}));
    await expect(client.ask("GetResourceIdentitySchemas")).rejects.toMatchObject({ code: status.UNIMPLEMENTED });
  });

  it("reports a defect in words of any language, and of half a character", async () => {
    const client = clientFor(await started({ ReadResource: () => Promise.reject(new Error("100 % \u00fc\n\ud800")) }));
    await expect(client.ask("ReadResource")).rejects.toMatchObject({
      details: "ReadResource failed inside the provider, which is a defect of it: 100 % \u00fc\n\ufffd",
    });
  });

  it("goes on after a call that the client cancels", async () => {
    let finish = (): void => undefined;
    const client = clientFor(
      await started({
        ReadResource: () =>
          new Promise((resolve) => {
            finish = () => {
              resolve({});
            };
          }),
        StopProvider: () => Promise.resolve({}),
      }),
    );
    const call = client.grpc.makeUnaryRequest(
      `/${serviceName}/ReadResource`,
      (each: Buffer) => each,
      (given) => given,
      Buffer.alloc(0),
      () => undefined,
    );
    await client.ask("StopProvider");
    call.cancel();
    await turn();
    finish();
    await expect(client.ask("StopProvider")).resolves.toEqual({ Error: "" });
    expect(logged).toEqual([]);
  });

  it("refuses a compressed message, and one of another length", async () => {
    const serving = await started({ StopProvider: () => Promise.resolve({}) }, "debug");
    const session = connect("http://localhost", { createConnection: () => connectSocket(serving.place.text) });
    opened.push(() => {
      session.destroy();
    });
    const statusOf = async (body: Buffer): Promise<unknown> => {
      const stream = session.request({ ":method": "POST", ":path": `/${serviceName}/StopProvider` });
      stream.end(body);
      const [headers] = (await once(stream, "response")) as [Record<string, unknown>];
      return headers["grpc-status"];
    };
    expect(await statusOf(Buffer.of(1, 0, 0, 0, 0))).toBe(String(status.UNIMPLEMENTED));
    expect(await statusOf(Buffer.of(0, 0, 0, 0, 9, 1))).toBe(String(status.INTERNAL));
    expect(await statusOf(Buffer.of(0))).toBe(String(status.INTERNAL));
  });

  it("reports a defect without a stack trace, and goes on", async () => {
    const client = clientFor(
      await started({
        ReadResource: () => Promise.reject(new Error("no such thing")),
        StopProvider: () => Promise.resolve({}),
      }),
    );
    await expect(client.ask("ReadResource")).rejects.toMatchObject({
      code: status.INTERNAL,
      details: "ReadResource failed inside the provider, which is a defect of it: no such thing",
    });
    expect(logged).toEqual(["error: ReadResource failed: no such thing"]);
    await expect(client.ask("StopProvider")).resolves.toEqual({ Error: "" });
  });
});

describe("a stream", () => {
  const { request, event } = streams.ListResource;
  const list = ({ grpc }: TestClient) =>
    grpc.makeServerStreamRequest(
      `/${serviceName}/ListResource`,
      (given: object) => Buffer.from(encode(request, given)),
      (bytes) => decode(event, bytes),
      { type_name: "t" },
    );
  const large = "x".repeat(100_000);
  /** Counts what it was asked for. */
  const counting = (most: number) => {
    const seen = { made: 0, isOver: false };
    const ListResource: AllHandlers["ListResource"] = async function* () {
      try {
        while (seen.made < most) {
          seen.made += 1;
          yield await Promise.resolve({ display_name: `${String(seen.made)} ${large}` });
        }
      } finally {
        seen.isOver = true;
      }
    };
    return { seen, ListResource };
  };

  it("passes on each event in order, however many there are", async () => {
    const { seen, ListResource } = counting(300);
    const names: string[] = [];
    for await (const each of list(clientFor(await started({ ListResource }))))
      names.push(((each as StreamEvent<"ListResource">).display_name ?? "").split(" ")[0] ?? "");
    expect(names).toEqual(Array.from({ length: 300 }, (_, at) => String(at + 1)));
    expect(seen).toEqual({ made: 300, isOver: true });
  });

  it("makes no more than is read, and ends when it is cancelled", async () => {
    const { seen, ListResource } = counting(100_000);
    const client = clientFor(await started({ ListResource, StopProvider: () => Promise.resolve({}) }));
    const stream = list(client);
    const failed = once(stream, "error");
    await once(stream, "data");
    stream.pause();
    stream.cancel();
    await failed.catch(() => undefined);
    while (!seen.isOver) await turn();
    expect(seen.made).toBeLessThan(1000);
    await expect(client.ask("StopProvider")).resolves.toEqual({ Error: "" });
  });

  it("that has no handler is unimplemented", async () => {
    const [error] = (await once(list(clientFor(await started({}))).resume(), "error").catch((thrown: unknown) => [
      thrown,
    ])) as [unknown];
    expect(error).toMatchObject({ code: status.UNIMPLEMENTED });
  });

  it("reports a defect after what it has passed on, and goes on", async () => {
    const ListResource: AllHandlers["ListResource"] = async function* () {
      yield await Promise.resolve({ display_name: "first" });
      throw new Error("no such thing");
    };
    const client = clientFor(await started({ ListResource, StopProvider: () => Promise.resolve({}) }));
    const names: unknown[] = [];
    const reading = (async () => {
      for await (const each of list(client)) names.push((each as StreamEvent<"ListResource">).display_name);
    })();
    await expect(reading).rejects.toMatchObject({
      code: status.INTERNAL,
      details: "ListResource failed inside the provider, which is a defect of it: no such thing",
    });
    expect(names).toEqual(["first"]);
    expect(logged).toEqual(["error: ListResource failed: no such thing"]);
    await expect(client.ask("StopProvider")).resolves.toEqual({ Error: "" });
  });
});

describe("an authenticated connection", () => {
  it.each([
    ["a client without a certificate", undefined],
    ["a client with another certificate", makeIdentity(new Date())],
  ])("is refused to %s, and the server goes on", async (_who, own) => {
    const serving = await started({ StopProvider: () => Promise.resolve({}) });
    const stranger = clientOf(
      `unix:${serving.place.text}`,
      Buffer.from(serving.announcement.trim().split("|")[5] ?? "", "base64"),
      own,
    );
    opened.push(() => {
      stranger.grpc.close();
    });
    await expect(stranger.ask("StopProvider")).rejects.toMatchObject({ code: status.UNAVAILABLE });
    await expect(clientFor(serving).ask("StopProvider")).resolves.toEqual({ Error: "" });
  });
});

describe("the server", () => {
  it("ends on Shutdown, and removes its socket", async () => {
    const serving = await started({});
    const client = clientFor(serving);
    await expect(client.shutDown()).resolves.toEqual({});
    await serving.closed;
    expect(existsSync(dirname(serving.place.text))).toBe(false);
  });

  it("ends with the last connection, also without Shutdown", async () => {
    const serving = await started({ StopProvider: () => Promise.resolve({}) });
    const client = clientFor(serving);
    await client.ask("StopProvider");
    client.grpc.close();
    await serving.closed;
    expect(existsSync(dirname(serving.place.text))).toBe(false);
  });

  it("does not end while another connection is open", async () => {
    const life = pluginLifetime();
    let hasEnded = false;
    void life.ended.then(() => (hasEnded = true));
    life.asked();
    life.disconnected(1);
    await turn();
    expect(hasEnded).toBe(false);
    life.disconnected(0);
    await life.ended;
  });

  it("does not end with its clients in debug mode", async () => {
    const serving = await started({ StopProvider: () => Promise.resolve({}) }, "debug");
    for (let client = 0; client < 3; client += 1) {
      const { ask: asked, shutDown, grpc } = plainClientFor(serving);
      await expect(asked("StopProvider")).resolves.toEqual({ Error: "" });
      await shutDown();
      grpc.close();
    }
  });
});

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
