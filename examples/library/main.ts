import { apply, plan, ServiceClient } from "scanform";

const { SCANFORM_BASE_URL: baseUrl = "", SCANFORM_API_KEY: apiKey = "" } = process.env;

async function main(): Promise<void> {
  await using client = new ServiceClient({ baseUrl, apiKey });
  const made = await plan({
    client,
    desired: {
      configurations: [{ name: "strict", settings: { analyzers: { secrets: { enabled: true, blocking: true } } } }],
      rules: [{ configuration: "strict", repositoryPattern: "payments-%" }],
    },
  });
  console.log(`${String(made.writes.length)} requests, ${String(made.moves.length)} repositories move`);
  const { verified, outcomes } = await apply(made, { client });
  console.log(verified ? "the service holds it" : outcomes);
}

void main();
