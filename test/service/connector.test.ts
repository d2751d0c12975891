import { once } from "node:events";
import type { Socket } from "node:net";
import { connector } from "../../src/service/connector";
import { Proxy } from "../../src/service/proxy";
import { connectProxy } from "../support/connect-proxy";
import { tlsService } from "../support/tls-service";
import { saying } from "./server";

const target = { hostname: "findings.example.com", host: "findings.example.com", protocol: "https:", port: "" };

test("a tunnel that is there is no longer abandoned, and is known until it closes", async () => {
  const { port } = await tlsService(saying(200, {}));
  const { url } = await connectProxy(port);
  const { connect, abandon, watch } = connector(5000, new Proxy({ url }));
  const before = watch();
  expect(before()).toBe(false);
  const socket = await new Promise<Socket>((resolve, reject) => {
    connect({ ...target, servername: target.hostname }, (...outcome) => {
      if (outcome[0] === null) resolve(outcome[1]);
      else reject(outcome[0]);
    });
  });
  abandon();
  await new Promise((resolve) => setImmediate(resolve));
  expect([socket.destroyed, before(), watch()()]).toEqual([false, true, true]);
  socket.destroy();
  await once(socket, "close");
  expect([before(), watch()()]).toEqual([true, false]);
});
