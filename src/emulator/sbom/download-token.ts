import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/** Known to this process alone, so that nobody else can make up a link. */
const secret = randomBytes(32);

/** What a download link stands for. */
export interface SbomDownload {
  readonly accountId: string;
  readonly deepscanId: string;
  /** Until when it works, in milliseconds since 1970. */
  readonly expires: number;
}

/** The last step of the path of a link. It carries what it stands for, so that nothing has to be kept. */
export function createDownloadToken({ accountId, deepscanId, expires }: SbomDownload): string {
  const content = Buffer.from(JSON.stringify([accountId, deepscanId, expires])).toString("base64url");
  return `${content}.${signatureOf(content).toString("base64url")}`;
}

/** undefined when it is none of ours. */
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
