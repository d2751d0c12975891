declare const brand: unique symbol;
type Branded<Name extends string> = string & { readonly [brand]: Name };

export type AccountId = Branded<"AccountId">;
export type RepositoryId = Branded<"RepositoryId">;
export type ConfigurationId = Branded<"ConfigurationId">;
/** Where something is declared, such as `scanform_configuration.strict`; never an id of the service. */
export type Address = Branded<"Address">;

export const accountId = (text: string): AccountId => text as AccountId;
export const repositoryId = (text: string): RepositoryId => text as RepositoryId;
export const configurationId = (text: string): ConfigurationId => text as ConfigurationId;
export const address = (text: string): Address => text as Address;
