import type { Write } from "../plan/write";

/** The configurations or repositories that a write lists. */
export const idsIn = (write: Write): readonly string[] =>
  write.kind === "bulk"
    ? write.configurations
    : write.kind === "assign"
      ? write.repositories
      : "body" in write
        ? (write.body.repositories ?? [])
        : [];

/** The write without these configurations or repositories. */
export function without<W extends Write>(write: W, dropped: ReadonlySet<string>): W;
export function without(write: Write, dropped: ReadonlySet<string>): Write {
  if (dropped.size === 0) return write;
  const left = <Id extends string>(ids: readonly Id[]): readonly Id[] => ids.filter((id) => !dropped.has(id));
  if (write.kind === "bulk") return { ...write, configurations: left(write.configurations) };
  if (write.kind === "assign") return { ...write, repositories: left(write.repositories) };
  if (!("body" in write) || write.body.repositories === undefined) return write;
  return { ...write, body: { ...write.body, repositories: left(write.body.repositories) } };
}
