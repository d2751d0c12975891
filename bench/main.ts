import { explain } from "./explain";
import { floor } from "./floor";
import { future } from "./future";
import { importBench } from "./import";
import { pageBench } from "./page";
import { policiesBench } from "./policies";
import { requests } from "./requests";
import { synth } from "./synth";
import { terraformBench } from "./terraform";
import { throughput } from "./throughput";

const benches: Readonly<Record<string, () => Promise<boolean>>> = {
  requests,
  floor,
  explain,
  future,
  import: importBench,
  page: pageBench,
  policies: policiesBench,
  throughput,
  synth,
  terraform: terraformBench,
};

/** `npm run bench -- NAME`, or all of them. Exits with 1 when a requirement is not met. */
async function main(names: readonly string[]): Promise<void> {
  const unknown = names.filter((name) => !Object.hasOwn(benches, name));
  if (unknown.length > 0) {
    console.error(`There is no bench ${unknown.join(", ")}. There are: ${Object.keys(benches).join(", ")}.`);
    process.exitCode = 1;
    return;
  }
  for (const [name, bench] of Object.entries(benches)) {
    if (names.length > 0 && !names.includes(name)) continue;
    console.log(name);
    if (!(await bench())) process.exitCode = 1;
  }
}

void main(process.argv.slice(2));
