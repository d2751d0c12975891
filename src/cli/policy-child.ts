// The process in which the policies of a file run: `node policy-child.js URL`. It has no key and no token. The accounts
// come on its standard input as JSON; it answers on descriptor 3, a JSON value per line, each after the mark of the run:
// what a policy writes there itself is no answer.
import { readFileSync, writeSync } from "node:fs";
import { messageOf } from "../diagnostics/error";
import type { AccountDocument } from "../report/document";
import { run, type Said } from "../policy/run";

const answers = 3;

/** What is asked of this process. */
export interface Asked {
  /** Begins each line of the answers. Policies are not given it. */
  readonly mark: string;
  readonly accounts: readonly AccountDocument[];
}

const teller =
  (mark: string) =>
  (said: Said): void => {
    let rest = Buffer.from(`${mark}${JSON.stringify(said)}\n`);
    while (rest.length > 0) rest = rest.subarray(writeSync(answers, rest));
  };

const { mark, accounts } = JSON.parse(readFileSync(0, "utf8")) as Asked;
const tell = teller(mark);

async function main(): Promise<void> {
  let namespace: unknown;
  try {
    namespace = await import(process.argv[2] ?? "");
  } catch (thrown) {
    tell({ failed: `it cannot be loaded: ${messageOf(thrown)}` });
    return;
  }
  run(namespace, accounts, tell);
}

void main().then(
  () => process.exit(0), // a timer of a policy is not waited for
  (thrown: unknown) => {
    tell({ failed: messageOf(thrown) });
    process.exit(1);
  },
);
