// The process in which the policies of a file run: `node policy-child.js URL`. It has no key and no token. The accounts
// come on its standard input as JSON; it answers on descriptor 3, a JSON value per line.
import { readFileSync, writeSync } from "node:fs";
import { messageOf } from "../diagnostics/error";
import { evaluate, type GivenAccount, type Said } from "../policy/evaluate";

const answers = 3;

function tell(said: Said): void {
  let rest = Buffer.from(`${JSON.stringify(said)}\n`);
  while (rest.length > 0) rest = rest.subarray(writeSync(answers, rest));
}

async function main(): Promise<void> {
  const accounts = JSON.parse(readFileSync(0, "utf8")) as readonly GivenAccount[];
  let namespace: unknown;
  try {
    namespace = await import(process.argv[2] ?? "");
  } catch (thrown) {
    tell({ failed: `it cannot be loaded: ${messageOf(thrown)}` });
    return;
  }
  evaluate(namespace, accounts, tell);
}

void main().then(
  () => process.exit(0), // a timer of a policy is not waited for
  (thrown: unknown) => {
    tell({ failed: messageOf(thrown) });
    process.exit(1);
  },
);
