import type { Handler } from "../protocol/service";
import type { Provider } from "../provider";
import { serverCapabilities } from "./get-provider-schema";

export const getMetadata =
  ({ resources, dataSources, ephemeralResources, functions }: Provider): Handler<"GetMetadata"> =>
  () =>
    Promise.resolve({
      resources: typesOf(resources),
      data_sources: typesOf(dataSources),
      ephemeral_resources: typesOf(ephemeralResources),
      functions: Object.keys(functions).map((name) => ({ name })),
      server_capabilities: serverCapabilities,
    });

const typesOf = (types: object) => Object.keys(types).map((name) => ({ type_name: name }));
