import type { DestinationBody, DestinationRiskLevel } from "../../model/webhooks";
import type { Problem } from "../json/problems";
import { maxNameLength, maxUrlLength } from "./assumptions";
import { isChatUrl } from "./chat-urls";

/** Specification, *Webhook destination*. */
export interface Destination {
  /** The name that configurations refer to. */
  readonly slug: string;
  readonly name: string;
  readonly url: string;
  readonly type: "chat" | "generic";
  readonly risk_level: DestinationRiskLevel;
  readonly enabled: boolean;
  readonly global: boolean;
}

export const destinationOf = (given: DestinationBody, slug: string): Destination => ({
  slug,
  name: given.name,
  url: given.url,
  type: isChatUrl(given.url) ? "chat" : "generic",
  risk_level: given.risk_level ?? "All",
  enabled: given.enabled ?? true,
  global: given.global ?? false,
});

/** Validates a given name and URL. */
export function* destinationProblems({ name, url }: Partial<DestinationBody>): Generator<Problem> {
  const wrongName = name === undefined ? undefined : nameProblem(name);
  if (wrongName !== undefined) yield { path: ["name"], message: wrongName };
  const wrongUrl = url === undefined ? undefined : urlProblem(url);
  if (wrongUrl !== undefined) yield { path: ["url"], message: wrongUrl };
}

function nameProblem(name: string): string | undefined {
  if (name.trim() === "") return "must not be empty";
  return name.length > maxNameLength ? `must have at most ${String(maxNameLength)} characters` : undefined;
}

function urlProblem(url: string): string | undefined {
  if (url.length > maxUrlLength) return `must have at most ${String(maxUrlLength)} characters`;
  const wanted = "must be a URL such as https://example.com/hook";
  if (/[\s\p{Control}]/u.test(url) || !URL.canParse(url)) return wanted;
  const { protocol, username, password } = new URL(url);
  if (protocol !== "https:" && protocol !== "http:") return "must begin with https:// or http://";
  return username + password === "" ? undefined : "must not carry a user name or a password";
}
