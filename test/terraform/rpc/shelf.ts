import { fail } from "../../../src/diagnostics/error";
import { openSession } from "../../../src/terraform/account/session";
import { ArgumentError } from "../../../src/terraform/functions";
import type { Provider, ResourceType } from "../../../src/terraform/provider";
import { identityOfParts } from "../../../src/terraform/identities";
import type { AttributePath } from "../../../src/diagnostics/attribute-path";
import * as diagnostic from "../../../src/diagnostics/diagnostic";
import {
  attribute,
  bool,
  computed,
  nested,
  number,
  optional,
  required,
  type Schema,
  text,
  texts,
} from "../../../src/terraform/schema/schema";
import { isUnknown, type ObjectValue, Unknown, type Value } from "../../../src/terraform/value";

type Diagnostic = diagnostic.Diagnostic;

const error = (summary: string, detail: string, attribute?: AttributePath): Diagnostic => ({
  ...diagnostic.error("internal", detail, { attribute }),
  summary,
});
const warning = (summary: string, detail: string, attribute?: AttributePath): Diagnostic => ({
  ...diagnostic.warning("internal", detail, { attribute }),
  summary,
});

/** A provider of things that lie in memory; what a thing is called decides what goes wrong with it. */

const schemaOf = (version: number, attributes: Schema["block"]["attributes"]): Schema => ({
  version,
  block: { attributes, description: "A test's.", description_kind: "plain" },
});

export const providerSchema = schemaOf(0, { token: { ...attribute(text, optional, "A token."), sensitive: true } });

export const thingSchema = schemaOf(2, {
  name: attribute(text, required, "What goes wrong."),
  size: attribute(number, optional, "How large."),
  parts: attribute(nested("map", { excludes: attribute(texts, optional, "Paths.") }), optional, "Its parts."),
  id: attribute(text, computed, "Given on creation."),
});

export const countSchema = schemaOf(0, {
  like: attribute(text, optional, "A part of the name."),
  any: attribute(bool, optional, "Whatever the name."),
  found: attribute(number, computed, "How many there are."),
});

export const thing = (given: ObjectValue = {}): ObjectValue => ({
  name: "lamp",
  size: null,
  parts: null,
  id: null,
  ...given,
});

function textOf(value: Value | undefined): string {
  if (typeof value !== "string") throw new Error("This is no text.");
  return value;
}

/** What there is, and what became of the session. */
export class Shelf {
  readonly things = new Map<string, ObjectValue>();
  stop: AbortSignal | undefined;
  closed = 0;

  private readonly type: ResourceType = {
    schema: thingSchema,
    identity: identityOfParts({ id: "Given on creation." }),
    validate: ({ name, parts }) => {
      if (name === "refused") fail("declaration-invalid", "It is refused.", { path: "name" });
      return parts === null
        ? []
        : [
            error("Too deep", "It is too deep.", ["parts", { key: "x" }, "excludes", 2]),
            warning("Odd", "It is odd.", ["parts", { key: "x" }]),
            warning("Odd", "It is odd.", ["parts"]),
            warning("Odd", "It is odd."),
          ];
    },
    plan: ({ session, prior, proposed, config, replacedPrivate: before }) => {
      if (config["name"] === "refused") fail("declaration-invalid", "It is refused.");
      return Promise.resolve({
        planned: prior === null ? { ...proposed, id: new Unknown() } : proposed,
        requiresReplace: prior !== null && prior["name"] !== proposed["name"] ? ["name"] : [],
        privateState: { was: before !== undefined ? "replaced" : textOf(prior?.["name"] ?? "nothing") },
        diagnostics: session === undefined ? [warning("Blind", "Nothing can be looked up.")] : [],
      });
    },
    planDestroy: (session, { name }) =>
      Promise.resolve([warning("Destroyed", `${textOf(name)} goes${session === undefined ? ", unseen" : ""}.`)]),
    read: (_session, state) => {
      if (state["name"] === "refused") fail("service-error", "The service says no.");
      return Promise.resolve({ state: this.things.get(textOf(state["id"])) ?? null, diagnostics: [] });
    },
    apply: ({ prior, planned, privateState }) => {
      if (planned["name"] === "refused") fail("service-error", "The service says no.");
      const id = isUnknown(planned["id"]) ? `thing-${String(this.things.size + 1)}` : textOf(planned["id"]);
      const state = { ...planned, id };
      this.things.set(id, state);
      const done = prior === null ? "made" : "changed";
      return Promise.resolve({
        state,
        diagnostics:
          planned["name"] === "half"
            ? [error("Half", "It is there, but not whole.")]
            : [warning("Done", `${done}; it was ${privateState["was"] ?? "unknown"}`)],
      });
    },
    destroy: (_session, { id, name }) => {
      if (name === "refused") fail("service-error", "The service says no.");
      if (name === "kept") return Promise.resolve([error("Kept", "It stays.")]);
      this.things.delete(textOf(id));
      return Promise.resolve([]);
    },
    importState: (_session, id) => {
      if (!this.things.has(id)) fail("import-not-found", "The service says no.");
      return Promise.resolve({ ...thing(), name: null, id });
    },
  };

  readonly provider: Provider = {
    block: providerSchema,
    resources: { test_thing: this.type },
    dataSources: {
      test_count: {
        schema: countSchema,
        validate: ({ like }) => (like === "" ? [error("Empty", "It is empty.", ["like"])] : []),
        read: (_session, config) => {
          if (config["like"] === "refused") fail("service-error", "The service says no.");
          return Promise.resolve({ state: { ...config, found: this.things.size }, diagnostics: [] });
        },
      },
    },
    ephemeralResources: {
      test_ticket: {
        schema: countSchema,
        validate: ({ like }) => (like === "" ? [error("Empty", "It is empty.", ["like"])] : []),
        open: (_session, config) => {
          if (config["like"] === "refused") fail("service-error", "The service says no.");
          return Promise.resolve({ ...config, found: this.things.size });
        },
      },
    },
    functions: {
      half: {
        summary: "Half of a number",
        description: "Of an even one.",
        parameters: [{ name: "of", type: "number", description: "An even number." }],
        returns: ["list", "number"],
        call: (of) => {
          if (typeof of !== "number") throw new Error("That is too large");
          if (of % 2 !== 0) throw new ArgumentError("That is odd", 0);
          return [of / 2];
        },
      },
    },
    validate: ({ token }) => (token === "" ? [error("Empty", "It is empty.", ["token"])] : []),
    configure: async ({ token }, stop) => {
      this.stop = stop;
      if (isUnknown(token)) return undefined;
      if (token === null) fail("no-api-key", "Give a token.");
      const session = await openSession({
        baseUrl: "http://127.0.0.1:9",
        apiKey: textOf(token),
        accountId: "5f0c41d2-0000-4000-8000-000000000001",
        stop,
      });
      const close = async () => {
        this.closed++;
        await session.close();
      };
      return { ...session, close };
    },
  };
}
