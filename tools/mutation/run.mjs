// Mutation tests: changes the code, one mutation at a time, and checks whether a test fails: `npm run test:mutation
// [-- ROOM|FILE ...]`. Says for each file how many were detected, and which were not, with the reason. Of a room whose
// files have all been run, docs/mutations.md is written anew. A file is run again if it has changed, or if it or its room
// is named, as after a change of its tests; otherwise its last result counts.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { told, writeDocument } from "./document.mjs";
import { rooms } from "./rooms.mjs";

const root = join(import.meta.dirname, "../..");
const cache = join(root, "node_modules", ".cache", "scanform-mutation");
const modules = join(cache, "node_modules");

/** The mutation tester and the Node that it needs: large and used only here, and therefore no dependencies. */
const node = `node-${process.platform}-${process.arch}`;
const tools = [
  "@stryker-mutator/core@10.0.0",
  "@stryker-mutator/mocha-runner@10.0.0",
  "mocha@11.8.0",
  `${node}@24.21.0`,
];

function install() {
  if (existsSync(join(modules, node))) return;
  mkdirSync(cache, { recursive: true });
  writeFileSync(join(cache, "package.json"), "{}\n");
  run("npm", ["install", "--prefix", cache, "--ignore-scripts", "--no-audit", "--no-fund", ...tools], process.env);
}

function run(command, args, env) {
  const { status, error } = spawnSync(command, args, { cwd: root, env, stdio: "inherit" });
  if (error !== undefined) console.error(error.message);
  if (status !== 0) process.exit(status ?? 1);
}

/** The source files of a room. */
const filesOf = ({ code }) =>
  code.flatMap((place) =>
    statSync(join(root, place)).isFile()
      ? [place]
      : readdirSync(join(root, place), { recursive: true, encoding: "utf8" })
          .filter((name) => name.endsWith(".ts") && !name.endsWith(".d.ts"))
          .map((name) => `${place}/${name.replaceAll("\\", "/")}`),
  );

const digest = (file) =>
  createHash("sha256")
    .update(readFileSync(join(root, file)))
    .digest("hex");
const placeOf = (file) => join(cache, "results", `${file.replaceAll("/", "+")}.json`);

/** The last result of a file, if the file is unchanged. */
function resultOf(file) {
  if (!existsSync(placeOf(file))) return undefined;
  const result = JSON.parse(readFileSync(placeOf(file), "utf8"));
  if (result.digest !== digest(file)) return undefined;
  return { ...result, day: statSync(placeOf(file)).mtime.toISOString().slice(0, 10) };
}

/** Runs some files of a room and stores the result of each. */
function mutate(name, files) {
  const report = join(cache, `${name}.json`);
  const settings = join(cache, `${name}.config.json`);
  rmSync(report, { force: true });
  const options = {
    mutate: files,
    testRunner: "mocha",
    plugins: ["@stryker-mutator/mocha-runner"],
    mochaOptions: { spec: ["tools/mutation/tests.cjs"], "no-config": true, "no-package": true },
    coverageAnalysis: "perTest",
    tsconfigFile: "none.json", // tests are not compiled
    ignorePatterns: ["/docs", "/dist/provider", "/bench", ".stryker-tmp*"],
    tempDirName: `.stryker-tmp-${name}`,
    concurrency: availableParallelism(),
    timeoutMS: 2000, // beyond what the tests take by themselves: the machine must be quiet
    reporters: ["json", "progress-append-only"],
    jsonReporter: { fileName: report },
    thresholds: { break: null },
  };
  writeFileSync(settings, JSON.stringify(options));
  const path = `${join(modules, node, "bin")}:${process.env.PATH}`;
  const stryker = join(modules, "@stryker-mutator", "core", "bin", "stryker.js");
  const env = { ...process.env, PATH: path, MUTATION_TESTS: rooms[name].tests.join(",") };
  run(join(modules, node, "bin", "node"), [stryker, "run", settings], env);
  mkdirSync(join(cache, "results"), { recursive: true });
  const found = JSON.parse(readFileSync(report, "utf8")).files;
  for (const file of files) {
    const { mutants, source } = found[file] ?? { mutants: [], source: "" }; // a file of types only has no mutations
    writeFileSync(placeOf(file), JSON.stringify({ digest: digest(file), source, mutants }));
  }
}

/** Files by the folder in their room: what is done is stored when a folder ends, so that a run can be taken up again. */
function byFolder(files) {
  const groups = new Map();
  for (const file of files) {
    const folder = file.split("/").slice(0, 3).join("/");
    const place = folder === file ? "" : folder;
    groups.set(place, [...(groups.get(place) ?? []), file]);
  }
  return groups.values();
}

const asked = process.argv.slice(2);
const known = Object.entries(rooms).flatMap(([name, room]) => [name, ...filesOf(room)]);
const strange = asked.filter((each) => !known.includes(each));
if (strange.length > 0) {
  console.error(`${strange.join(", ")}: no room, and no file of one. Rooms: ${Object.keys(rooms).join(", ")}.`);
  process.exit(1);
}
install();
const ran = new Set();
for (const [name, room] of Object.entries(rooms)) {
  const files = filesOf(room).filter((file) =>
    asked.length === 0 ? resultOf(file) === undefined : asked.includes(name) || asked.includes(file),
  );
  for (const group of byFolder(files)) mutate(name, group);
  for (const file of files) ran.add(file);
}
const found = Object.entries(rooms).map(([name, room]) => ({
  name,
  code: room.code,
  files: filesOf(room).flatMap((file) => {
    const result = resultOf(file);
    return result === undefined ? [] : [{ file, ...result }];
  }),
  unknown: filesOf(room).filter((file) => resultOf(file) === undefined),
}));
writeDocument(found);
const results = found.flatMap(({ files }) => files).filter(({ file }) => ran.has(file));
process.exitCode = told(results) ? 0 : 1;
