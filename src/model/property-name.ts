/** `risk_threshold` to `riskThreshold`, as the generated bindings do. */
export const propertyName = (field: string): string =>
  field.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
