interface ChatUrl {
  readonly host: RegExp;
  readonly path: RegExp;
}

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * The incoming-webhook URLs of chat services, by host and path: the specification names none (*Webhook
 * destination*). Self-hosted services cannot be recognized by their URL, so `/hooks/...` of Mattermost or
 * Rocket.Chat is generic, and so is an Azure workflow. The last entry belongs to no service: it allows chat
 * messages to be tried locally.
 */
const chatUrls: readonly ChatUrl[] = [
  { host: /^hooks\./, path: /^\/(?:services|workflows|triggers)\/./ },
  { host: /^(?:(?:canary|ptb)\.)?discord(?:app)?\.com$/, path: /^\/api\/(?:v\d+\/)?webhooks\/./ },
  { host: /\.webhook\.office\.com$/, path: /^\/webhookb2\/./ },
  { host: /^outlook\.office(?:365)?\.com$/, path: /^\/webhook\/./ },
  { host: /^chat\.googleapis\.com$/, path: /^\/v1\/spaces\/[^/]+\/messages$/ },
  { host: /^webexapis\.com$/, path: /^\/v1\/webhooks\/incoming\/./ },
  { host: loopback, path: /^\/services\/./ },
];

/** Whether a URL belongs to a chat service; all others are generic. */
export function isChatUrl(url: string): boolean {
  const { hostname, pathname } = new URL(url);
  return chatUrls.some(({ host, path }) => host.test(hostname) && path.test(pathname));
}
