import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { AccountDeclaration } from "../../declaration/group-by-account";
import { readDeclaration } from "../../declaration/read-declaration";
import { locationAt } from "../../diagnostics/locations";
import type { DeclaredAlready } from "../../generate/import/import-account";
import type { Observed, Repository } from "../../model/entities";
import { sameId } from "../../model/uuid";
import { survey, withSourceLocations } from "../../reconcile/refresh/refresh";
import { everything, type LiveAccount } from "../import-live";
import { requireAnyKey } from "../credentials/variables";
import { inputVariables } from "../input-variables";
import type { Io } from "../io";
import { synthesize } from "../synthesize";

export interface AppOptions {
  /** The output of an app, in place of running the one of cdktf.json. */
  readonly synthesized?: string;
  readonly appTimeout?: number;
}

/** What an app declares of the live account. */
export interface DeclaredLive {
  readonly observed: Observed;
  readonly configurations: ReadonlyMap<string, DeclaredAlready>;
  /** The place of the routing, or its address; absent where the app has none. */
  readonly routing?: string;
  /** Repositories whose configuration is declared, while no rule decides about them. */
  readonly unrouted: readonly Repository[];
}

/** Reads what an app declares, by its output or by running it. @param folder of its cdktf.json */
export async function readApp(io: Io, folder: string, options: AppOptions): Promise<readonly AccountDeclaration[]> {
  if (options.synthesized !== undefined)
    return readDeclaration(resolve(io.cwd, options.synthesized), undefined, inputVariables(io)).accounts;
  requireAnyKey(io.env); // before the app runs, which may take a while
  io.secrets.readFiles(io.env, io.cwd); // what the app repeats of a key is not shown
  const into = mkdtempSync(join(tmpdir(), "scanform-"));
  try {
    const { appTimeout } = options;
    const output = await synthesize(
      { ...io, cwd: folder },
      { into: join(into, "out"), ...(appTimeout === undefined ? {} : { appTimeout }) },
    );
    return readDeclaration(output, undefined, inputVariables(io)).accounts;
  } finally {
    rmSync(into, { recursive: true, force: true });
  }
}

/**
 * Which live configurations the app declares, as its plan finds them. An account of the app that is named by another
 * id, or is in another service, is passed over.
 */
export async function declaredLive(
  declared: readonly AccountDeclaration[],
  live: LiveAccount,
  signal: AbortSignal,
): Promise<DeclaredLive> {
  const { reader, account } = live;
  const own = declared.filter(
    ({ provider }) =>
      (provider.accountId === undefined || sameId(provider.accountId, account.id)) && live.isServiceOf(provider),
  );
  const whole = ["configurations", "repositories", "policies"] as const;
  let observed: Observed | undefined;
  const configurations = new Map<string, DeclaredAlready>();
  const routed = new Set<string>();
  let routing: string | undefined;
  for (const { desired, locations } of own) {
    const plan = await withSourceLocations(locations, async () => {
      const found = await survey(reader, account, desired, {}, { signal, whole });
      observed = found.observed;
      return found.planOf(found.observed);
    });
    for (const { live, declared: each } of plan.configurations)
      if (live !== undefined) configurations.set(live.id, { pinned: each.id !== undefined });
    for (const { repository } of plan.routes) routed.add(repository.id);
    const [first] = desired.assignments;
    if (first !== undefined) routing ??= locationAt(locations, first.address) ?? first.address;
  }
  const seen = observed ?? (await everything(live, signal));
  return {
    observed: seen,
    configurations,
    ...(routing === undefined ? {} : { routing }),
    unrouted: seen.repositories.filter(
      ({ id, configuration_id: holder }) => holder !== undefined && configurations.has(holder) && !routed.has(id),
    ),
  };
}
