import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { acmeAccountId, acmeKey, startEmulator } from "../src/emulator";

/**
 * The main use case, end to end, against the embedded emulator: plan, apply, no changes, drift, fixed. With `--keep`
 * the emulator runs until Ctrl-C.
 */
async function demo(keep: boolean): Promise<void> {
  const emulator = await startEmulator();
  const root = join(__dirname, "..");
  // independent of the environment of the calling shell
  const env = { SCANFORM_BASE_URL: emulator.url, SCANFORM_API_KEY: acmeKey, SCANFORM_ACCOUNT_ID: "" };

  async function scanform(args: readonly string[], expected: number): Promise<void> {
    say(`$ scanform ${args.join(" ")}`);
    const bin = join(root, "dist", "cli", "bin.js");
    const child = spawn(process.execPath, [bin, ...args], {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: "inherit",
    });
    const [code] = (await once(child, "close")) as [number | null];
    if (code !== expected)
      throw new Error(`scanform ${args.join(" ")} exited with ${String(code)}, not ${String(expected)}`);
  }

  try {
    say("1. What examples/quickstart declares, compared with the account. Nothing is written yet.");
    await scanform(["plan", "--detailed-exitcode"], 2);
    say("2. Apply it, and read back whether the service holds it.");
    await scanform(["apply", "--auto-approve"], 0);
    say("3. The second plan has nothing to do.");
    await scanform(["plan", "--detailed-exitcode"], 0);
    say("4. Somebody in the dashboard stops sql-injection from blocking pull requests in `strict` …");
    await behindOurBack(emulator.url);
    say("… and the next plan shows it.");
    await scanform(["plan", "--detailed-exitcode"], 2);
    await scanform(["apply", "--auto-approve"], 0);
    await scanform(["plan", "--detailed-exitcode"], 0);
    if (!keep) return;
    say(
      "The emulator stays up until Ctrl-C. In another terminal:\n" +
        `  export SCANFORM_BASE_URL=${env.SCANFORM_BASE_URL} SCANFORM_API_KEY=${env.SCANFORM_API_KEY}\n` +
        "  npx scanform plan",
    );
    await once(process, "SIGINT");
  } finally {
    await emulator.close();
  }
}

/** A change from outside scanform: specification, *Endpoints > Configurations*, PATCH. */
async function behindOurBack(url: string): Promise<void> {
  const configurations = `${url}/v1/accounts/${acmeAccountId}/configurations`;
  const headers = { authorization: `Bearer ${acmeKey}`, "content-type": "application/json" };
  const listed = (await (await fetch(configurations, { headers })).json()) as {
    data: readonly { id: string; name: string; configuration: { analyzers: Record<string, object> } }[];
  };
  const strict = listed.data.find((each) => each.name === "strict");
  if (strict === undefined) throw new Error("the account has no configuration `strict`");
  const { analyzers } = strict.configuration;
  const changed = { ...analyzers, "sql-injection": { ...analyzers["sql-injection"], blocking: false } };
  const body = JSON.stringify({ configuration: { name: "strict", configuration: { analyzers: changed } } });
  const answer = await fetch(`${configurations}/${strict.id}`, { method: "PATCH", headers, body });
  if (!answer.ok) throw new Error(`the change was refused with ${String(answer.status)}`);
}

const say = (text: string): void => {
  console.log(`\n${text}\n`);
};

void demo(process.argv.includes("--keep"));
