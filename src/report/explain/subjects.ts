import { label, quoted } from "../../diagnostics/foreign-text";
import type { Settings } from "../../model/settings";
import type { PolicyTitles } from "../sentence";

/** An analyzer or a custom policy, as it is set. */
export interface Subject {
  /** As it is shown. */
  readonly name: string;
  readonly enabled?: boolean | undefined;
  readonly silent?: boolean | undefined;
  readonly blocking?: boolean | undefined;
}

export interface AnalyzerSubject extends Subject {
  readonly risk_level?: string | undefined;
  readonly excludes?: readonly string[] | undefined;
  readonly includes?: readonly string[] | undefined;
}

export const analyzersOf = ({ analyzers = {} }: Settings): readonly AnalyzerSubject[] =>
  Object.entries(analyzers).map(([slug, entry]) => ({ ...entry, name: label(slug) }));

export const policiesOf = ({ code_policies: policies = [] }: Settings, titles: PolicyTitles): readonly Subject[] =>
  policies.map(({ id, ...entry }) => {
    const title = titles.get(id);
    return { ...entry, name: title === undefined ? label(id) : quoted(title) };
  });

/** What is switched off does nothing, whatever else is said of it. */
export const isOff = ({ enabled }: Subject): boolean => enabled === false;
