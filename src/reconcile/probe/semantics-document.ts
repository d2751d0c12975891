import { fail, messageOf } from "../../diagnostics/error";
import {
  type DecodedBy,
  type Decoder,
  decode,
  expected,
  flag,
  Invalid,
  object,
  oneOf,
  optional,
  required,
  text,
} from "../../model/decoder";
import { parseJson } from "../../model/parse-json";
import { detailOf, placeText } from "../../model/problem";
import { merging, type Semantics } from "../plan/plan";

const format = "scanform-semantics";
const version = "1.0";

/** The names of the file format. */
const namesDecoder = object(
  {
    patch_merge: optional(oneOf(merging)),
    bulk_merge: optional(oneOf(merging)),
    put: optional(oneOf(["replaces", "keeps", "merges"])),
    fills_in: optional(flag),
  },
  { unknownKeys: "rejected", null: "rejected" },
);
type Names = DecodedBy<typeof namesDecoder>;

/** Accepts later minor versions. */
const versionDecoder: Decoder<string> = (value) => {
  const given = text(value);
  return given instanceof Invalid || given.startsWith("1.") ? given : expected(`"${version}"`, given);
};

const documentDecoder = object(
  {
    format: required(oneOf([format])),
    format_version: required(versionDecoder),
    base_url: required(text),
    account_id: required(text),
    semantics: required(namesDecoder),
  },
  { unknownKeys: "kept" },
);

const fromDocument = ({
  patch_merge: patchMerge,
  bulk_merge: bulkMerge,
  put,
  fills_in: fillsIn,
}: Names): Semantics => ({
  patchMerge,
  bulkMerge,
  put,
  fillsIn,
});

const toDocument = ({ patchMerge, bulkMerge, put, fillsIn }: Semantics): Names => ({
  patch_merge: patchMerge,
  bulk_merge: bulkMerge,
  put,
  fills_in: fillsIn,
});

/** Probed semantics and their origin. */
export interface FoundSemantics {
  /** The name under which the user knows it. */
  readonly source: string;
  readonly baseUrl: string;
  readonly accountId: string;
  readonly semantics: Semantics;
}

/** The semantics are those of this service and account. */
export const isFoundFor = (found: FoundSemantics, baseUrl: string, accountId: string): boolean =>
  found.baseUrl === baseUrl && found.accountId.toLowerCase() === accountId.toLowerCase();

/** @throws ScanformError for the semantics of another service or account, which may behave differently */
export function refuseOthers(found: FoundSemantics, baseUrl: string, accountId: string): void {
  if (isFoundFor(found, baseUrl, accountId)) return;
  fail(
    "usage",
    `${found.source} describes the account ${found.accountId} of ${found.baseUrl}, but this is ${accountId} of ${baseUrl}. Probe this account.`,
    { path: found.source },
  );
}

/** The observed behaviour of a service, as `scanform probe` prints it. */
export const semanticsDocument = (baseUrl: string, accountId: string, semantics: Semantics) => ({
  format,
  format_version: version,
  base_url: baseUrl,
  account_id: accountId,
  semantics: toDocument(semantics),
});

/** @throws ScanformError that explains why the text cannot be used */
export function parseSemantics(text: string, source: string): FoundSemantics {
  let json: unknown;
  try {
    json = parseJson(text);
  } catch (thrown) {
    return unusable(source, `cannot be read: ${messageOf(thrown)}`, thrown);
  }
  const decoded = decode(documentDecoder, json);
  if ("value" in decoded) {
    const { base_url: baseUrl, account_id: accountId, semantics } = decoded.value;
    return { source, baseUrl, accountId, semantics: fromDocument(semantics) };
  }
  const [problem] = decoded.problems;
  const why = problem === undefined ? "" : detailOf(problem, placeText(problem.path)).replace(/\.$/, "");
  return unusable(source, `is not what scanform probe writes: ${why}`);
}

export const unusable = (source: string, why: string, cause?: unknown): never =>
  fail("usage", `${source} ${why}. Make it with \`scanform probe --out FILE\`.`, { path: source }, cause);
