import type { Handlers } from "../call";
import { configurationHandlers } from "./configurations";
import { listHandlers } from "./lists";
import { manyHandlers } from "./many";
import { scanHandlers } from "./scans";

/** What answers each operation of the service. */
export const handlers: Handlers = { ...listHandlers, ...configurationHandlers, ...manyHandlers, ...scanHandlers };
