import { readings, type Switch } from "../../api/readings";

const milliseconds = { kind: "number", least: 0, most: 600_000, standard: 0, section: "Speed" } as const;

/**
 * Every question that the specification leaves open, and how slow the emulator is. The schema, the types, the command
 * line and the documentation are derived from this table; `state/` and `http/` implement it.
 */
export const switches = {
  ...readings,
  latency_ms: { ...milliseconds, tried: [2], description: "How long every answer takes, in milliseconds." },
  latency_spread_ms: {
    ...milliseconds,
    tried: [3],
    description: "How much longer it may take by chance, in milliseconds.",
  },
} as const satisfies Readonly<Record<string, Switch>>;

export type SwitchName = keyof typeof switches;
export const switchNames = Object.keys(switches) as readonly SwitchName[];
