/** What the provider can do beyond what each must. */
export const capabilities = {
  plan_destroy: true,
  get_provider_schema_optional: true,
  move_resource_state: true,
} as const;
