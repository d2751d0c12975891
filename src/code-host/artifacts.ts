import { createHash } from "node:crypto";
import type { Artifact } from "./answers";
import type { Repository } from "./client";
import { ArchiveError, limits, unzip } from "./unzip";

/** From path to bytes. */
export type Files = ReadonlyMap<string, Buffer>;

/** The files of an artifact, checked, and in memory only; or why it cannot be used. Somebody else may have made it. */
export async function filesOf(host: Repository, { id, size, digest }: Artifact): Promise<Files | string> {
  if (size > limits.archive) return `it has more than ${String(limits.archive)} bytes`;
  const archive = await host.download(`/actions/artifacts/${String(id)}/zip`, limits.archive);
  if (digest?.startsWith("sha256:") === true && digest !== `sha256:${sha256(archive)}`)
    return "it is not the one that was kept";
  try {
    return unzip(archive);
  } catch (thrown) {
    if (thrown instanceof ArchiveError) return thrown.message;
    throw thrown;
  }
}

const sha256 = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");
