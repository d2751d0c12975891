import { commands } from "../commands/commands";
import type { EmulatorOptions } from "../commands/emulator";
import type { CommandLine } from "./command-line";
import { withExamples } from "./examples";
import { collected, wholeNumber } from "./values";

export const emulatorLine: CommandLine = (root, { open, finish }) => {
  const command = root
    .command("emulator")
    .description("run the service on this machine until Ctrl-C")
    .option("--port <number>", "port to listen at; a free one if left out", wholeNumber(0, 65_535))
    .option("--host <address>", "address to listen at; 127.0.0.1 if left out")
    .option("--seed <seed>", "JSON file of the accounts to begin with, or scale:CONFIGURATIONS:REPOSITORIES")
    .option("--data <file>", "file that keeps the state; when it exists, it goes before the seed")
    .option(
      "--key <key>",
      "key to use instead of a random one, in the order in which keys are printed; repeatable",
      collected,
    )
    .option("--allow-webhooks <host>", "host besides this machine that gets webhooks; repeatable", collected)
    .option("--profile <profile>", "how it behaves: JSON file, or name=value,name=value; repeatable", collected)
    .option("--faults <faults>", "what goes wrong: JSON file, or a JSON list")
    .option("--switches", "print all that --profile can say, and end")
    .action(async (flags: EmulatorOptions) => {
      const { emulatorCommand } = commands.emulator();
      finish(await emulatorCommand(open, flags));
    });
  withExamples(
    command,
    ["an account to try things on", "scanform emulator --port 4010"],
    ["with your own accounts, kept from one run to the next", "scanform emulator --seed seed.json --data state.json"],
    ["a big account", "scanform emulator --seed scale:100:2000"],
  );
};
