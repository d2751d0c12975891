/** The entry point `scanform/webhooks`: the receiver's side of the service's webhooks. */
export { ScanformError } from "../diagnostics/error";
export type { WebhookPayload, WebhookResult } from "../model/webhooks";
export { parsePayload, payloadSchema } from "./payload";
