interface ChatUrl {
  readonly host: RegExp;
  readonly path: RegExp;
}

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * The incoming-webhook URLs of chat services, by host and path together: the specification names none
 * (*Webhook destination*). A service that teams run on hosts of their own cannot be told by its URL, so that
 * `/hooks/...` of Mattermost or Rocket.Chat is generic; so is a workflow of Azure, which may be anything.
 * The last one is no service's: it is there to try chat messages out on one's own machine.
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

/** Whether a URL is that of a chat service; any other is generic. */
export function isChatUrl(url: string): boolean {
  const { hostname, pathname } = new URL(url);
  return chatUrls.some(({ host, path }) => host.test(hostname) && path.test(pathname));
}
