import type { Configuration } from "../../../src/model/entities";
import { accountId, type ConfigurationId } from "../../../src/model/ids";
import type { Journal } from "../../../src/reconcile/apply/execute";
import type { Laid } from "../../../src/reconcile/apply/laid";
import type { WriteState } from "../../../src/reconcile/apply/preflight";
import type { SendContext } from "../../../src/reconcile/apply/send";
import { Withheld } from "../../../src/reconcile/apply/write-result";
import type { Write } from "../../../src/reconcile/plan/write";
import { RequestError, type WriteOptions, type Writer } from "../../../src/reconcile/ports";
import { messageOf, ScanformError } from "../../../src/diagnostics/error";

/** Sends what `prepare` gives, after it, and reports whether the attempt may have arrived, as the client does. */
export async function preparing<Body, R>(
  given: Body,
  { prepare, attempted }: WriteOptions<Body> = {},
  send: (body: Body) => Promise<R>,
): Promise<R> {
  const body = prepare === undefined ? given : await prepare({ unclear: false });
  let arrived = true;
  try {
    return await send(body);
  } catch (thrown) {
    if (thrown instanceof RequestError) arrived = !thrown.unsent;
    throw thrown;
  } finally {
    attempted?.(arrived);
  }
}

/** The writer, which looks before each request. */
export const looking = (writer: Writer): Writer => ({
  createConfiguration: (account, given, options) =>
    preparing(given, options, (body) => writer.createConfiguration(account, body)),
  replaceConfiguration: (account, id, given, options) =>
    preparing(given, options, (body) => writer.replaceConfiguration(account, id, body)),
  updateConfiguration: (account, id, given, options) =>
    preparing(given, options, (body) => writer.updateConfiguration(account, id, body)),
  deleteConfiguration: (account, id, options) =>
    preparing(undefined, options, () => writer.deleteConfiguration(account, id)),
  bulkUpdate: (account, given, updates, options) =>
    preparing(given, options, (ids) => writer.bulkUpdate(account, ids, updates)),
  assignRepositories: (account, given, options) =>
    preparing(given, options, (body) => writer.assignRepositories(account, body)),
  setTriage: (account, finding, given, options) =>
    preparing(given, options, (category) => writer.setTriage(account, finding, category)),
  removeTriage: (account, finding, options) =>
    preparing(undefined, options, () => writer.removeTriage(account, finding)),
});

interface Given extends Partial<Omit<SendContext, "looks" | "preflight" | "account" | "writer">> {
  readonly journal?: Journal | undefined;
  readonly listed?: () => Promise<readonly Configuration[]>;
}

/** What a write is sent with, where nobody else writes: each look finds everything as it was. */
export function contextOf(
  writer: Writer,
  { journal, listed = () => Promise.resolve([]), ...given }: Given = {},
): SendContext {
  const flown = new Map<number, WriteState>();
  const preflight: SendContext["preflight"] = {
    judge: { changeOf: () => undefined, laid: new Map(), isUnlisted: () => false },
    halted: undefined,
    stateOf: ({ id }) => {
      const known = flown.get(id) ?? {
        dropped: new Set<string>(),
        changed: [],
        departed: [],
        apart: new Set<ConfigurationId>(),
        isRecorded: false,
      };
      flown.set(id, known);
      return known;
    },
    check: async (piece, { unclear }) => {
      await Promise.resolve();
      if (preflight.halted !== undefined) throw new Withheld(preflight.halted, unclear);
      const own = preflight.stateOf(piece);
      if (own.isRecorded) return piece;
      try {
        journal?.sending(piece, []);
      } catch (thrown) {
        if (!(thrown instanceof ScanformError)) throw thrown;
        preflight.halted = { is: "unrecorded", because: messageOf(thrown) };
        throw new Withheld(preflight.halted, unclear);
      }
      own.isRecorded = true;
      return piece;
    },
  };
  return {
    account: accountId("account"),
    writer: looking(writer),
    looks: { rereadConfigurations: listed, repositories: () => Promise.resolve([]) },
    preflight,
    attempted: () => undefined,
    known: new Set(),
    sleep: () => Promise.resolve(),
    grace: [0],
    ...given,
  };
}

/** What a write is to leave of configurations that are as its plan has seen them. */
export function laidBy(write: Write, held: readonly Configuration[]): readonly Laid[] {
  const ids = write.kind === "bulk" ? write.configurations : "configuration" in write ? [write.configuration] : [];
  return held
    .filter(({ id }) => ids.includes(id))
    .flatMap(({ id, name, settings }): readonly Laid[] => {
      const look = { name, settings };
      switch (write.kind) {
        case "put":
        case "patch":
          return [{ id, look, after: write.body, replaces: write.kind === "put" }];
        case "bulk": {
          const after = write.part === undefined ? write.updates : { ...settings, ...write.updates };
          return [{ id, look, after: { name, settings: after }, replaces: false }];
        }
        default:
          return [];
      }
    });
}
