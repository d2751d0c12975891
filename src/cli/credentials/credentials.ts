import { fail } from "../../diagnostics/error";
import type { Io } from "../io";
import { type Claim, type Credentials, Operator, type OriginOptions } from "./operator";
import { refuseMisspeltOrigin, refuseSharedVariables, standard } from "./variables";

/**
 * What claims an origin, each with its key and origin. Only the operator names an origin: on the command line, or in
 * the environment beside the key. A claim may agree with it or be silent.
 *
 * @param file the claims come from this file; from the declaration when it is absent
 * @throws ScanformError before anything is sent
 */
export function withCredentials<T extends { readonly provider: Claim }>(
  io: Io,
  options: OriginOptions,
  all: readonly T[],
  file?: string,
): readonly (T & { readonly credentials: Credentials })[] {
  const claims = all.map(({ provider }) => provider);
  const operator = operatorOf(io, options, claims);
  return all.map((each) => ({ ...each, credentials: operator.credentials(each.provider, file) }));
}

/** The same for one claim. */
export const credentialsOf = (io: Io, options: OriginOptions, claim: Claim, file?: string): Credentials =>
  operatorOf(io, options, [claim]).credentials(claim, file);

function operatorOf(io: Io, options: OriginOptions, claims: readonly Claim[]): Operator {
  const aliases = claims.flatMap((claim) => claim.aliases);
  refuseSharedVariables(aliases);
  if (options.baseUrl === undefined) for (const each of aliases) refuseMisspeltOrigin(io.env, each, aliases);
  io.secrets.readFiles(io.env, io.cwd);
  const operator = new Operator(io, options);
  if (options.baseUrl !== undefined) refuseSeveralOrigins(claims.flatMap((claim) => operator.usualOrigin(claim)));
  return operator;
}

function refuseSeveralOrigins(origins: readonly string[]): void {
  const distinct = [...new Set(origins)].sort();
  if (distinct.length > 1)
    fail(
      "usage",
      `--base-url names one service, and here are several: ${distinct.join(", ")}. Set ${standard.origin} instead, and ${standard.origin}_<ALIAS> for a provider block with an alias.`,
    );
}
