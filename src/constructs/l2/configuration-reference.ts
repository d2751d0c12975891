import type { IConstruct } from "constructs";

/** A configuration that rules can assign: a declared one, or a live one that is managed elsewhere. */
export interface IConfiguration extends IConstruct {
  /** The UUID in the service, or a token for it. */
  readonly configurationId: string;
}
