/**
 * What `--fail-on` can name: a class that some repository has, or the deletion of a configuration. A file of its own, so
 * that the command line is parsed without loading the engine.
 */
export const gateConditions = ["weakens", "unclassified", "deletes"] as const;
export type GateCondition = (typeof gateConditions)[number];
