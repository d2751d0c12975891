import type { Configuration } from "../../../src/model/observed";
import { accountId, type ConfigurationId } from "../../../src/model/ids";
import type { Journal } from "../../../src/reconcile/apply/execute";
import type { ExpectedState } from "../../../src/reconcile/apply/expected-state";
import type { WriteState } from "../../../src/reconcile/apply/write-sender";
import { SentWrites } from "../../../src/reconcile/apply/sent-writes";
import type { SendContext } from "../../../src/reconcile/apply/send";
import { failureOf, type Reason, withheldFailure } from "../../../src/reconcile/apply/write-result";
import type { Write } from "../../../src/reconcile/plan/write";
import type { Requests } from "../../../src/reconcile/ports";
import { messageOf, ScanformError } from "../../../src/diagnostics/error";
import { desired, live, planned } from "../account";

interface Given extends Partial<Omit<SendContext, "looks" | "sender" | "account">> {
  readonly journal?: Journal | undefined;
  readonly listed?: () => Promise<readonly Configuration[]>;
}

/** What a write is sent with, where nobody else writes: each look finds everything as it was. */
export function contextOf(
  requests: Requests,
  { journal, listed = () => Promise.resolve([]), ...given }: Given = {},
): SendContext {
  const flown = new Map<number, WriteState>();
  const sender: SendContext["sender"] = {
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
    sendPiece: async (piece, request, concerned) => {
      const ids = concerned ?? [];
      await Promise.resolve();
      const withheld = (reason: Reason) => ({ failure: withheldFailure(reason, false, ids) });
      if (sender.halted !== undefined) return withheld(sender.halted);
      const own = sender.stateOf(piece);
      try {
        if (!own.isRecorded) journal?.sending(piece, []);
      } catch (thrown) {
        if (!(thrown instanceof ScanformError)) throw thrown;
        sender.halted = { is: "unrecorded", because: messageOf(thrown) };
        return withheld(sender.halted);
      }
      own.isRecorded = true;
      try {
        return { receipt: await request(requests, piece) };
      } catch (thrown) {
        return { failure: failureOf(thrown, ids) };
      }
    },
  };
  return {
    account: accountId("account"),
    looks: { rereadConfigurations: listed, repositories: () => Promise.resolve([]), forget: () => undefined },
    sender,
    sentWrites: new SentWrites(planned(desired([]), live({}))),
    known: new Set(),
    sleep: () => Promise.resolve(),
    grace: [0],
    ...given,
  };
}

/** What a write is to leave of configurations that are as its plan has seen them. */
export function laidBy(write: Write, held: readonly Configuration[]): readonly ExpectedState[] {
  const ids = write.kind === "bulk" ? write.configurations : "configuration" in write ? [write.configuration] : [];
  return held
    .filter(({ id }) => ids.includes(id))
    .flatMap(({ id, name, settings }): readonly ExpectedState[] => {
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
