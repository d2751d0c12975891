import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/** Known to this process only, so that tokens cannot be forged. */
const secret = randomBytes(32);

/** The content of a download token. */
export interface SbomDownload {
  readonly accountId: string;
  readonly deepscanId: string;
  /** The time of expiry, in milliseconds since 1970. */
  readonly expires: number;
}

/** Creates the last path segment of a link: a signed token that contains its data, so that no state is needed. */
export function createDownloadToken({ accountId, deepscanId, expires }: SbomDownload): string {
  const content = Buffer.from(JSON.stringify([accountId, deepscanId, expires])).toString("base64url");
  return `${content}.${signatureOf(content).toString("base64url")}`;
}

/** Verifies and decodes a token; undefined if its signature is invalid. */
export function readDownloadToken(token: string): SbomDownload | undefined {
  const [content = "", signature = "", ...more] = token.split(".");
  const given = Buffer.from(signature, "base64url");
  const expected = signatureOf(content);
  if (more.length > 0 || given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  const [accountId, deepscanId, expires] = JSON.parse(Buffer.from(content, "base64url").toString()) as [
    string,
    string,
    number,
  ];
  return { accountId, deepscanId, expires };
}

const signatureOf = (content: string): Buffer => createHmac("sha256", secret).update(content).digest();
