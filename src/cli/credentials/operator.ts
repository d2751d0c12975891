import type { ApiKey } from "../../diagnostics/api-key";
import { fail, ScanformError } from "../../diagnostics/error";
import { baseUrlText } from "../../model/base-url";
import { baseUrl, checkedKey, otherOriginText, refuseBothKeys } from "../../service/endpoint";
import type { Io } from "../io";
import {
  noKey,
  refuseMisspeltOrigin,
  refuseSharedVariables,
  standard,
  valueOf,
  type Variables,
  variablesOf,
} from "./variables";
import { pasted } from "../shell";

/**
 * What claims an origin, each with its key and origin, or why it has none: another claim may go on. Only the operator
 * names an origin: on the command line, or in the environment beside the key. A claim may agree with it or be silent.
 *
 * @param file the claims come from this file; from the declaration when it is absent
 * @throws ScanformError where what the operator has named is ambiguous, before anything is sent
 */
export function withCredentials<T extends { readonly provider: Claim }>(
  io: Io,
  options: OriginOptions,
  all: readonly T[],
  file?: string,
): readonly (T & { readonly credentials: Credentials | ScanformError })[] {
  const claims = all.map(({ provider }) => provider);
  const operator = operatorOf(io, options, claims);
  const credentialsOrError = (claim: Claim): Credentials | ScanformError => {
    try {
      return operator.credentials(claim, file);
    } catch (thrown) {
      if (thrown instanceof ScanformError) return thrown;
      throw thrown;
    }
  };
  return all.map((each) => ({ ...each, credentials: credentialsOrError(each.provider) }));
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

/** What names an origin without being the operator: a provider block, a plan file or a journal. */
export interface Claim {
  /** Without /v1. */
  readonly baseUrl?: string;
  /** The aliases of its provider blocks; the block without one has the empty name. */
  readonly aliases: readonly string[];
}

/** A key, and the only origin that it may be sent to. */
export interface Credentials {
  readonly url: URL;
  readonly key: ApiKey;
}

export interface OriginOptions {
  /** The origin that is named on the command line. */
  readonly baseUrl?: string;
  /** Allows http to a host that is not this machine. */
  readonly insecure?: boolean;
}

/** An origin that the operator has named, and where. */
interface Named {
  readonly url: URL;
  readonly where: string;
}

/** What the operator has named, in the environment and on the command line. */
export class Operator {
  readonly #io: Io;
  readonly #options: OriginOptions;
  readonly #commandLine: Named | undefined;
  /** By variable: a descriptor can be read only once. */
  readonly #keys = new Map<string, ApiKey>();

  constructor(io: Io, options: OriginOptions) {
    const { baseUrl: text } = options;
    this.#io = io;
    this.#options = options;
    this.#commandLine = text === undefined ? undefined : { url: checkedUrl(text, options), where: "--base-url" };
  }

  /** The origin of a claim without the command line, if anything names one. */
  usualOrigin(claim: Claim): readonly string[] {
    const named = this.#named(claim)?.url ?? this.#claimed(claim);
    return named === undefined ? [] : [urlText(named)];
  }

  /** Whether a claim goes to this origin: by itself, and by what the operator has named for it. */
  goesTo(claim: Claim, url: URL): boolean {
    const origins = [this.#claimed(claim), (this.#commandLine ?? this.#named(claim))?.url];
    return origins.every((each) => each === undefined || each.href === url.href);
  }

  credentials(claim: Claim, file: string | undefined): Credentials {
    const url = this.#origin(claim, file);
    return { url, key: this.#key(claim, url) };
  }

  /** The origin that the operator has named, if the claim agrees. */
  #origin(claim: Claim, file: string | undefined): URL {
    const named = this.#commandLine ?? this.#named(claim);
    const claimed = this.#claimed(claim);
    if (named === undefined) return unnamed(claimed, claim.aliases, file);
    if (claimed !== undefined && claimed.href !== named.url.href) refuseOther(claimed, named, file);
    return named.url;
  }

  /** The first key of a claim's blocks that belongs to this origin. */
  #key({ aliases }: Claim, url: URL): ApiKey {
    const set = [...new Set([...aliases, ""])].filter((alias) => this.#holdsKey(variablesOf(alias)));
    const own = set.find((alias) => (this.#commandLine ?? this.#originOf(alias))?.url.href === url.href);
    if (own !== undefined) return this.#read(variablesOf(own));
    const [other] = set;
    const alias = aliases.find((each) => each !== "") ?? "";
    const wanted = variablesOf(alias);
    if (other === undefined) return noKey(wanted, alias);
    return fail(
      "no-api-key",
      `Set ${wanted.key}. ${variablesOf(other).key} belongs to another service, and is not sent to ${urlText(url)}.`,
    );
  }

  #claimed({ baseUrl: text }: Claim): URL | undefined {
    return text === undefined ? undefined : checkedUrl(text, this.#options);
  }

  #holdsKey({ key, file }: Variables): boolean {
    return [key, file].some((name) => valueOf(this.#io.env, name) !== undefined);
  }

  /** The origin that the environment names for an alias: its own, or that of the block without one. */
  #originOf(alias: string): Named | undefined {
    const { origin } = variablesOf(alias);
    const where = valueOf(this.#io.env, origin) === undefined ? standard.origin : origin;
    const text = valueOf(this.#io.env, where);
    return text === undefined ? undefined : { url: checkedUrl(text, this.#options), where };
  }

  /** The origin that the environment names for the blocks of a claim, which are one account. */
  #named({ aliases }: Claim): Named | undefined {
    const [first, ...others] = (aliases.length === 0 ? [""] : aliases).flatMap((alias) => this.#originOf(alias) ?? []);
    const other = others.find(({ url }) => url.href !== first?.url.href);
    if (first !== undefined && other !== undefined)
      fail(
        "several-providers",
        `Provider blocks of one account have two origins: ${first.where} is ${urlText(first.url)}, and ${other.where} is ${urlText(other.url)}. Set baseUrl in each block.`,
        { address: "provider.scanform", path: "base_url" },
      );
    return first;
  }

  #read(variables: Variables): ApiKey {
    const key = this.#keys.get(variables.key) ?? readKey(this.#io, variables);
    this.#keys.set(variables.key, key);
    return key;
  }
}

/** @throws ScanformError that says what to change, also on the command line */
const checkedUrl = (text: string, { insecure }: OriginOptions): URL =>
  baseUrl(
    text,
    insecure,
    "pass --insecure to allow it",
    "SCANFORM_BASE_URL, --base-url or baseUrl of the provider block",
  );

export const urlText = (url: URL): string => baseUrlText(url.href);

/** The error where the operator has not named the key's origin. */
function unnamed(url: URL | undefined, aliases: readonly string[], file: string | undefined): never {
  const alias = aliases.find((each) => each !== "") ?? "";
  const { origin } = variablesOf(alias);
  const own = alias === "" ? "" : `, or ${origin} for the provider block ${JSON.stringify(alias)}`;
  if (url === undefined)
    return fail(
      "base-url-missing",
      `Set ${standard.origin}${own}, or pass --base-url: the service's address, without /v1.`,
    );
  return fail(
    "base-url-missing",
    `${file ?? "The declaration"} names ${urlText(url)}, and nothing says that the key belongs there. Nothing was sent. ` +
      `If it does, set ${origin}=${pasted(urlText(url))}, or pass --base-url ${pasted(urlText(url))}.`,
  );
}

function refuseOther(claimed: URL, { url, where }: Named, file: string | undefined): never {
  const [theirs, ours] = [urlText(claimed), urlText(url)];
  if (file !== undefined)
    return fail(
      "plan-file-account",
      `${file} was made for the base URL ${theirs}, and ${where} names ${ours}. Nothing was sent.`,
      { path: file },
    );
  return fail("base-url-other", otherOriginText(theirs, ours, where), {
    address: "provider.scanform",
    path: "base_url",
  });
}

/** The key that these variables hold or lead to. @throws ScanformError that never repeats what was read */
function readKey({ env, cwd, secrets }: Io, variables: Variables): ApiKey {
  const given = valueOf(env, variables.key);
  const file = valueOf(env, variables.file);
  if (given !== undefined && file !== undefined) refuseBothKeys(variables.key, variables.file);
  if (file !== undefined) return secrets.fromFile(variables.file, file, cwd);
  return given === undefined ? noKey(variables) : secrets.add(checkedKey(given, variables.key), variables.key);
}
