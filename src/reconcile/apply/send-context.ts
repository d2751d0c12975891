import type { AccountId, Address, ConfigurationId, RepositoryId } from "../../model/ids";
import type { Write } from "../plan/write";
import type { WriteOptions, Writer } from "../ports";
import type { SendSome } from "./bisect";
import type { Looks } from "./looks";
import type { Preflight } from "./preflight";

/** The dependencies of sending a write. */
export interface SendContext {
  readonly account: AccountId;
  readonly writer: Writer;
  readonly looks: Pick<Looks, "configurationsAnew">;
  readonly preflight: Pick<Preflight, "check" | "of" | "halted">;
  /** Called after each attempt. @param arrived false where it certainly never left this machine */
  readonly attempted: (arrived: boolean) => void;
  /** Live configurations that the plan depends on: none of them is new, whatever its name. */
  readonly known: ReadonlySet<ConfigurationId>;
  readonly sleep: (milliseconds: number) => Promise<unknown>;
  /** Waits between two reads, in milliseconds: reads may lag behind writes. */
  readonly grace: readonly number[];
  /** How long to look for what was written at an address, in milliseconds; without it: `grace`. */
  readonly patience?: ((address: Address) => number) | undefined;
  /** After an abort no further request is sent. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Checks a write, or a piece of it, right before each attempt.
 *
 * @param pick what of the checked piece the writer takes
 */
export const checked = <W extends Write, Body>(
  piece: W,
  { preflight, attempted }: SendContext,
  pick: (ready: W) => Body,
): WriteOptions<Body> => ({
  prepare: async (attempt) => pick(await preflight.check(piece, attempt)),
  attempted,
});

/** Assigns repositories that a write lists to its configuration. */
export const assigning =
  ({ id, after, carries }: Write, configuration: ConfigurationId, to: SendContext): SendSome<RepositoryId> =>
  (repositories) => {
    const piece: Extract<Write, { readonly kind: "assign" }> = {
      kind: "assign",
      configuration,
      repositories,
      id,
      after,
      carries,
    };
    return to.writer.assignRepositories(
      to.account,
      { configurationId: configuration, repositoryIds: repositories },
      checked(piece, to, (ready) => ({ configurationId: configuration, repositoryIds: ready.repositories })),
    );
  };
