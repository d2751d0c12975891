import fc from "fast-check";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Profile } from "../../src/emulator";
import { variants } from "../../src/emulator/profile/profile";
import type { Observed } from "../../src/model/observed";
import { randomAccount } from "../generate/accounts";
import { seedOf } from "../generate/seed";
import { structured } from "../generate/structured";
import { typeErrors } from "../generate/type-errors";
import { desk } from "../support/desk";
import { installedFolder } from "../support/temporary-folder";
import { runs } from "./figures";

/** How many accounts are imported, each under a profile of the emulator; the last of a full run is as large as they get. */
const most = 100;
const accounts = Math.min(most, Math.ceil(runs / 8));

const sizes = [
  { configurations: 1, repositories: 10 },
  { configurations: 12, repositories: 150 },
  { configurations: 60, repositories: 1000 },
  { configurations: 214, repositories: 3000 },
] as const;

const random = fc.sample(randomAccount, { numRuns: accounts, seed: 20260101 });

/** Every fourth is structured, of growing size. */
function accountAt(at: number): Observed {
  if (at === most - 1)
    return structured({ bases: 6, configurations: 1000, repositories: 20_000, seed: at, presets: true }).account;
  const size = sizes[Math.floor(at / 4) % sizes.length] ?? sizes[0];
  if (at % 4 === 0) return structured({ bases: 1 + (at % 6), ...size, seed: at, presets: at % 8 === 0 }).account;
  return random[at] ?? { configurations: [], repositories: [] };
}

/** Nobody can read what has no second page; and that pages are refused is in no description of the service. */
function profileAt(at: number): Partial<Profile> {
  const { page_query, ...profile }: Partial<Profile> = variants[at % variants.length]?.profile ?? {};
  if (page_query === undefined) return profile;
  return page_query === "ignored" || page_query === "refused"
    ? { ...profile, page_size: 0 }
    : { ...profile, page_query };
}

const folder = installedFolder();
const written: string[] = [];

test.each(Array.from({ length: accounts }, (_, at) => at))(
  "the code of account %i runs, and planning it shows no changes",
  async (at) => {
    const place = await desk({}, seedOf(accountAt(at)));
    place.emulator.setProfile(at === most - 1 ? {} : profileAt(at));
    const out = join(folder, `account-${String(at)}`);
    const split = at % 2 === 0 ? [] : ["--split"];
    const { code, err } = await place.run(["import", "--out", out, ...split]);
    expect(err).toContain("A plan of this code shows no changes.");
    expect(code).toBe(0);
    const files = readdirSync(out, { recursive: true, encoding: "utf8" });
    written.push(...files.filter((name) => name.endsWith(".ts") && name !== "main.ts").map((name) => join(out, name)));
  },
  120_000,
);

test("the compiler accepts the code of all accounts in strict mode", () => {
  expect(written.length).toBeGreaterThanOrEqual(accounts);
  expect(typeErrors(new Map(written.map((path) => [path, undefined])))).toEqual([]);
}, 300_000);
