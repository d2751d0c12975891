import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** @typedef {{ file: string, source: string, mutants: readonly object[], day: string }} Result of a run for a file, and when */

const root = join(import.meta.dirname, "../..");

/** Reasons of single survivors, each with its file, the original text and its replacement. */
const reasons = JSON.parse(readFileSync(join(root, "tools/mutation/reasons.json"), "utf8"));

/** Reasons that apply to many survivors at once. */
const general = [
  {
    holds: ({ mutator, original }) => mutator === "StringLiteral" && /[a-z]+ [a-z]+|\$\{/i.test(original),
    reason: "the wording of a message; tests look for the facts in it",
  },
  {
    holds: ({ replacement, original }) => replacement === '"Stryker was here!"' && original === '""',
    reason: "a default that only satisfies the compiler: the value is always there",
  },
  {
    holds: ({ mutator, original }) => mutator === "ArrayDeclaration" && original === "[]",
    reason: "a default for an index or a key that is always there, which the compiler cannot know",
  },
];

/** "RuntimeError": the tests could not even be loaded. */
const noticed = new Set(["Killed", "Timeout", "RuntimeError"]);
const passedOver = new Set(["Ignored", "CompileError"]);

/** The original text of a mutant, on one line. */
function originalOf(source, { start, end }) {
  const lines = source.split("\n").slice(start.line - 1, end.line);
  const last = lines.length - 1;
  lines[last] = lines[last].slice(0, end.column - 1);
  lines[0] = lines[0].slice(start.column - 1);
  return oneLine(lines.join("\n"));
}

const oneLine = (text) => text.replaceAll(/\s+/g, " ").trim();
const cut = (text) => (text.length <= 70 ? text : `${text.slice(0, 45)} … ${text.slice(-20)}`);
const code = (text) => `\`${cut(text).replaceAll("|", "\\|").replaceAll("`", "'")}\``;

/** The survivors of a file, each with its reason, if any. */
function survivorsOf({ file, source, mutants }) {
  return mutants
    .filter(({ status }) => !noticed.has(status) && !passedOver.has(status))
    .map(({ location, replacement = "", mutatorName: mutator }) => {
      const survivor = {
        file,
        line: location.start.line,
        mutator,
        original: originalOf(source, location),
        replacement: oneLine(replacement),
      };
      const own = reasons.find(
        (each) =>
          each.file === file &&
          oneLine(each.original) === survivor.original &&
          oneLine(each.replacement) === survivor.replacement,
      );
      return { ...survivor, reason: own?.reason ?? general.find(({ holds }) => holds(survivor))?.reason };
    });
}

const share = (part, whole) => (whole === 0 ? "" : `${((100 * part) / whole).toFixed(1)} %`);

const place = join(root, "docs/mutations.md");
const titles = ["## Not noticed, though a test should", "## Not noticed, and why that is right"];

/** The lines of a table below a title of the document as it stands. */
function rowsBelow(text, title) {
  const [, below = ""] = text.split(`${title}\n`);
  return below
    .split("\n## ")[0]
    .split("\n")
    .filter((line) => line.startsWith("| "))
    .slice(2);
}

/**
 * Writes docs/mutations.md. What it says of a room of which a file was never run stays as it is, with its date.
 *
 * @param rooms the results of each file of each room
 * @returns {number} 1 when a survivor has no reason, or a file was never run
 */
export function writeDocument(rooms) {
  const before = readFileSync(place, "utf8");
  const measured = rooms.filter(({ unknown }) => unknown.length === 0);
  const counts = rooms.map((room) => {
    const { name, files } = room;
    if (!measured.includes(room))
      return rowsBelow(before, "# Mistakes that the tests notice").find((row) => row.startsWith(`| ${name} |`)) ?? "";
    const all = files.flatMap(({ mutants }) => mutants).filter(({ status }) => !passedOver.has(status));
    const killed = all.filter(({ status }) => noticed.has(status)).length;
    const [oldest] = files.map(({ day }) => day).toSorted();
    return `| ${name} | ${files.length} | ${all.length} | ${killed} | ${share(killed, all.length)} | ${oldest} |`;
  });
  const kept = (title) =>
    rowsBelow(before, title).filter(
      (row) => !measured.some(({ code }) => code.some((at) => row.startsWith(`| ${at}`))),
    );
  const survivors = measured.flatMap(({ files }) => files.flatMap(survivorsOf));
  const isGap = ({ reason = "Gap" }) => reason.startsWith("Gap");
  const unexplained = survivors.filter(({ reason }) => reason === undefined);
  const unknown = rooms.flatMap((room) => room.unknown);
  writeFileSync(
    place,
    `${[
      "# Mistakes that the tests notice",
      "",
      "A mutation tester puts mistakes into the code, one at a time, and runs the tests of the room and its neighbours.",
      "Made by `npm run test:mutation`; reasons of single survivors stand in `tools/mutation/reasons.json`.",
      "",
      "| room | files | mistakes | noticed | share | measured |",
      "| --- | ---: | ---: | ---: | ---: | --- |",
      ...counts.filter((row) => row !== ""),
      "",
      titles[0],
      "",
      ...tableOf(survivors.filter(isGap), "what a test would do", kept(titles[0])),
      "",
      titles[1],
      "",
      ...tableOf(
        survivors.filter((each) => !isGap(each)),
        "why",
        kept(titles[1]),
      ),
    ].join("\n")}\n`,
  );
  for (const { file, line, original, replacement } of unexplained)
    console.error(`${file}:${line}: ${cut(original)} -> ${cut(replacement)} is not noticed, and has no reason`);
  for (const file of unknown) console.error(`${file} was never run`);
  return unexplained.length + unknown.length > 0 ? 1 : 0;
}

/** A row for each file and reason, and those of other rooms. */
function tableOf(survivors, why, others) {
  const rows = [...grouped(survivors).values()].map((group) => {
    const [{ file, reason = "" }] = group;
    const lines = [...new Set(group.map(({ line }) => line))].join(", ");
    const shown = group.slice(0, 3).map(({ original, replacement }) => `${code(original)} to ${code(replacement)}`);
    const more = group.length > 3 ? [`${group.length - 3} more`] : [];
    const words = reason.replace(/^Gap: */, "").replaceAll("|", "\\|");
    return `| ${file} | ${lines} | ${[...shown, ...more].join("; ")} | ${words} |`;
  });
  if (rows.length + others.length === 0) return ["None."];
  return [`| file | lines | mistake | ${why} |`, "| --- | --- | --- | --- |", ...rows, ...others];
}

/** Groups by file and reason; Node 20 has no Map.groupBy. */
function grouped(survivors) {
  const groups = new Map();
  for (const each of survivors) {
    const key = `${each.file} ${each.reason}`;
    groups.set(key, [...(groups.get(key) ?? []), each]);
  }
  return groups;
}
