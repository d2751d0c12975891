import type { TriageCategory } from "../../model/findings";
import type { Address, ConfigurationId, RepositoryId } from "../../model/ids";
import type { Settings } from "../../model/settings";
import type { ConfigurationWrite } from "../ports";

/** A request that changes something, before its position is known. */
export type WriteDraft = {
  /** The addresses whose changes it carries. */
  readonly carries: readonly Address[];
} & (
  | { readonly kind: "create"; readonly body: ConfigurationWrite }
  | {
      readonly kind: "put" | "patch";
      readonly configuration: ConfigurationId;
      /** All settings: those that were live when it was decided on, with what is declared laid over. */
      readonly body: ConfigurationWrite;
      /** A PUT of what a trial has lost: its body goes out as it is. */
      readonly putsBack?: true;
    }
  | {
      readonly kind: "bulk";
      readonly configurations: readonly ConfigurationId[];
      readonly updates: Settings;
      /**
       * Where it lacks settings of its configurations: `trial` goes out for one of them, and is followed by the `rest`,
       * which goes out as it is only once that one has lost nothing.
       */
      readonly part?: "trial" | "rest";
    }
  | {
      readonly kind: "assign";
      readonly configuration: ConfigurationId;
      readonly repositories: readonly RepositoryId[];
    }
  | { readonly kind: "delete"; readonly configuration: ConfigurationId }
  | { readonly kind: "set-triage"; readonly finding: string; readonly category: TriageCategory }
  | { readonly kind: "remove-triage"; readonly finding: string }
);

/** A request that changes the triage of a finding, and no configuration or repository. */
export type TriageWrite = Extract<Write, { readonly kind: "set-triage" | "remove-triage" }>;

export const isTriageWrite = (write: Write): write is TriageWrite =>
  write.kind === "set-triage" || write.kind === "remove-triage";

/** A request that changes something. */
export type Write = WriteDraft & {
  /** Its index in the list of writes. */
  readonly id: number;
  /** The writes that must succeed before it; all of them have lower indexes. */
  readonly after: readonly number[];
};

/** The repositories that a write lists. */
export const repositoriesIn = (write: WriteDraft): readonly RepositoryId[] =>
  write.kind === "assign" ? write.repositories : "body" in write ? (write.body.repositories ?? []) : [];

/**
 * Repositories that the write does not list may lose their configuration: it is deleted, or has only those that are listed,
 * under one reading of `repositories` in an update.
 */
export const mayTakeOthers = (write: WriteDraft): boolean =>
  write.kind === "delete" || write.kind === "put" || (write.kind === "patch" && write.body.repositories !== undefined);

/** The configurations or repositories that a write lists. */
export const idsIn = (write: Write): readonly string[] =>
  write.kind === "bulk" ? write.configurations : repositoriesIn(write);

/** The write without these configurations or repositories. */
export function without<W extends Write>(write: W, dropped: ReadonlySet<string>): W;
export function without(write: Write, dropped: ReadonlySet<string>): Write {
  if (dropped.size === 0) return write;
  const rest = <Id extends string>(ids: readonly Id[]): readonly Id[] => ids.filter((id) => !dropped.has(id));
  if (write.kind === "bulk") return { ...write, configurations: rest(write.configurations) };
  if (write.kind === "assign") return { ...write, repositories: rest(write.repositories) };
  if (!("body" in write) || write.body.repositories === undefined) return write;
  return { ...write, body: { ...write.body, repositories: rest(write.body.repositories) } };
}
