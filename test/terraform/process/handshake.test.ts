import { handshakeLine, pluginLog, reattachment, startOf } from "../../../src/terraform/process/handshake";

const cookie = {
  TF_PLUGIN_MAGIC_COOKIE: "d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2",
};

it("the start of the process follows the environment that terraform sets", () => {
  const env = { ...cookie, PLUGIN_PROTOCOL_VERSIONS: "6,5", PLUGIN_CLIENT_CERT: "PEM" };
  expect(startOf([], env)).toEqual({ kind: "plugin", clientCertificate: "PEM" });
});

it("the start of the process uses plain text when terraform sends no certificate", () => {
  const env = { ...cookie, PLUGIN_PROTOCOL_VERSIONS: "6", PLUGIN_CLIENT_CERT: "" };
  expect(startOf([], env)).toEqual({ kind: "plugin" });
});

it("the start of the process is in debug mode with --debug, whatever the environment", () => {
  expect(startOf(["--debug"], {})).toEqual({ kind: "debug" });
});

it("the start of the process is refused when a user runs the provider", () => {
  expect(startOf([], { TF_PLUGIN_MAGIC_COOKIE: "another" })).toMatchObject({
    kind: "refused",
    reason: expect.stringContaining("which terraform starts by itself") as string,
  });
});

it.each([
  ["4,5", /offers 4, 5/],
  ["16", /offers 16/],
  [undefined, /offers none/],
])("the start of the process is refused for a terraform that speaks %s", (versions, words) => {
  expect(startOf([], { ...cookie, PLUGIN_PROTOCOL_VERSIONS: versions })).toMatchObject({
    kind: "refused",
    reason: expect.stringMatching(words) as string,
  });
});

it("the output of the process contains the certificate without padding", () => {
  const place = { network: "unix", text: "/tmp/a/socket" } as const;
  expect(handshakeLine(place, Buffer.from("cert"))).toBe("1|6|unix|/tmp/a/socket|grpc|Y2VydA");
  expect(handshakeLine({ network: "tcp", text: "127.0.0.1:1" }, undefined)).toBe("1|6|tcp|127.0.0.1:1|grpc|");
});

it("the output of the process lets terraform attach", () => {
  const text = reattachment("registry.terraform.io/a/b", { network: "unix", text: "/s" }, 7);
  expect(JSON.parse(text)).toEqual({
    "registry.terraform.io/a/b": {
      Protocol: "grpc",
      ProtocolVersion: 6,
      Pid: 7,
      Test: true,
      Addr: { Network: "unix", String: "/s" },
    },
  });
});

it("the output of the process contains log lines in the format of terraform", () => {
  const lines: string[] = [];
  const log = pluginLog(
    (line) => lines.push(line),
    () => new Date(Date.UTC(2026, 0, 2, 3, 4, 5, 6)),
  );
  log("warn", "two\nlines", { requests: 3 });
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/^[^\n]*\n$/);
  expect(JSON.parse(lines[0] ?? "")).toEqual({
    "@level": "warn",
    "@message": "two\nlines",
    "@module": "scanform",
    "@timestamp": "2026-01-02T03:04:05.006000Z",
    requests: 3,
  });
});
