import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** @typedef {{ file: string, source: string, mutants: readonly object[], day: string }} Result of a run for a file, and when */

const root = join(import.meta.dirname, "../..");

/**
 * Reasons of single survivors, each with its file, the original text and its replacement, and how many such survivors
 * it is about where the text stands there more than once: one more has no reason.
 */
const reasons = JSON.parse(readFileSync(join(root, "tools/mutation/reasons.json"), "utf8"));

/** Whether what stands before a value makes it a default: `found ?? ` or `{ name = `, but not `const name = `. */
const isDefault = (before) => /(\?\?|[\w}\])] =) $/.test(before) && !/\b(const|let) \w+(: [^=]*)? = $/.test(before);

/** Reasons that apply to many survivors at once. */
const general = [
  {
    holds: ({ mutator, original }) => mutator === "StringLiteral" && /[a-z]+ [a-z]+ [a-z]+/i.test(original),
    reason: "The wording of a message; tests look for the facts in it.",
  },
  {
    holds: ({ original, before }) => ['""', "[]"].includes(original) && isDefault(before),
    reason: "A default for an index or a key that is always there, which the compiler cannot know.",
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
  const used = new Map();
  return mutants
    .filter(({ status }) => !noticed.has(status) && !passedOver.has(status))
    .map(({ location, replacement = "", mutatorName: mutator }) => {
      const survivor = {
        file,
        line: location.start.line,
        mutator,
        original: originalOf(source, location),
        before: (source.split("\n")[location.start.line - 1] ?? "").slice(0, location.start.column - 1),
        replacement: oneLine(replacement),
      };
      const own = reasons.find(
        (each) =>
          each.file === file &&
          oneLine(each.original) === survivor.original &&
          oneLine(each.replacement) === survivor.replacement,
      );
      used.set(own, (used.get(own) ?? 0) + 1);
      if (own !== undefined && used.get(own) > (own.times ?? 1)) return { ...survivor, reason: undefined };
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

/** Says what was noticed of some files. @returns whether each of the others has a reason */
export function told(files) {
  const unexplained = files.flatMap((result) => {
    const survivors = survivorsOf(result);
    const all = result.mutants.filter(({ status }) => !passedOver.has(status)).length;
    console.error(`${result.file}: ${all - survivors.length} of ${all} noticed`);
    for (const { line, original, replacement, reason = "NO REASON, see tools/mutation/reasons.json" } of survivors)
      console.error(`  line ${line}: ${cut(original)} -> ${cut(replacement)}: ${reason}`);
    return survivors.filter(({ reason }) => reason === undefined);
  });
  return unexplained.length === 0;
}

/**
 * Writes docs/mutations.md. What it says of a room of which a file was never run stays as it is, with its date.
 *
 * @param rooms the results of each file of each room
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
  const others = rooms.filter((room) => !measured.includes(room)).flatMap(({ code }) => code);
  const kept = (title) => rowsBelow(before, title).filter((row) => others.some((at) => row.startsWith(`| ${at}`)));
  const survivors = measured.flatMap(({ files }) => files.flatMap(survivorsOf));
  const isGap = ({ reason = "Gap" }) => reason.startsWith("Gap");
  writeFileSync(
    place,
    `${[
      "# Mistakes that the tests notice",
      "",
      "A mutation tester puts mistakes into the code, one at a time, and runs the tests of the room. A mistake that makes",
      "a test wait in vain is noticed too. `Stryker was here` is a text that the tester adds to a list, or puts in place of",
      "an empty one. Made by `npm run test:mutation`; reasons of single survivors stand in `tools/mutation/reasons.json`.",
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
  for (const { name, unknown } of rooms)
    if (unknown.length > 0)
      console.error(
        `docs/mutations.md keeps what it says of ${name}: ${unknown.length} of its files were not run here`,
      );
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
