import type { AnalyzerSettings, CodePolicyEntry, ConfigurationSettings, Notifications } from "../configuration-props";

/**
 * What `override` takes for the setting at this path: the type of the setting, or `undefined` to remove it. Several
 * settings, such as an entry, can only be removed. A path that is known at run time alone takes any value.
 */
export type OverrideValue<Path extends string> = string extends Path ? unknown : At<Steps<Path>, Path>;

/** The steps of a path: `analyzers["secrets"].risk_level` has three. */
type Steps<Path extends string> = Path extends ""
  ? []
  : Path extends `["${infer Key}"]${infer Rest}`
    ? [Key, ...Steps<Rest>]
    : Path extends `[${string}`
      ? [Path]
      : Path extends `.${infer Rest}`
        ? Steps<Rest>
        : Path extends `${infer Name}[${infer Rest}`
          ? Name extends `${infer First}.${infer Second}`
            ? [First, ...Steps<`${Second}[${Rest}`>]
            : [Name, ...Steps<`[${Rest}`>]
          : Path extends `${infer Name}.${infer Rest}`
            ? [Name, ...Steps<Rest>]
            : [Path];

type At<Given extends readonly string[], Path extends string> = Given extends [
  infer First extends string,
  ...infer Rest extends string[],
]
  ? Property<First> extends "analyzers"
    ? InEntry<AnalyzerSettings, Rest, Path>
    : Property<First> extends "codePolicies"
      ? InEntry<CodePolicyEntry, Rest, Path>
      : Property<First> extends "notifications"
        ? Rest extends []
          ? undefined
          : Leaf<Notifications, Rest, Path>
        : Leaf<ConfigurationSettings, Given, Path>
  : NoSetting<Path>;

type InEntry<Entry, Rest extends readonly string[], Path extends string> = Rest extends [string, ...infer Inside]
  ? Inside extends []
    ? undefined
    : Inside extends readonly string[]
      ? Leaf<Entry, Inside, Path>
      : never
  : undefined;

type Leaf<Settings, Given extends readonly string[], Path extends string> = Given extends [infer Name extends string]
  ? Property<Name> extends keyof Settings
    ? Settings[Property<Name>] | undefined
    : NoSetting<Path>
  : NoSetting<Path>;

/** The name of the property: `risk_level` is `riskLevel`. */
type Property<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<Property<Tail>>}`
  : Name;

/** Nobody gives this text: what the compiler shows is the path and what is wrong with it. */
type NoSetting<Path extends string> = `${Path} is not the path of a setting`;
