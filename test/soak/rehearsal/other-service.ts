import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { decodeSettings } from "../../../src/model/field-decoder";
import type { Observed } from "../../../src/model/entities";
import { configurationId, type RepositoryId } from "../../../src/model/ids";
import { settingsFields } from "../../../src/model/settings";
import { toWire } from "../../../src/model/to-wire";
import type { WriteDraft } from "../../../src/reconcile/plan/write";
import { ServiceClient } from "../../../src/service/service-client";
import { uuid } from "../../reconcile/arbitrary";
import { Account, type Reading } from "../../reconcile/readings";
import { id } from "../service";

/** A service that plays one reading, over HTTP. */
export interface Played {
  readonly client: ServiceClient;
  /** A wait that takes no time. */
  readonly sleep: (milliseconds: number) => Promise<unknown>;
  readonly look: () => Promise<Observed>;
  /** The number of write requests that it received. */
  readonly written: () => number;
  readonly close: () => Promise<void>;
}

/** An account in memory that takes writes by one reading, served over HTTP in the form of the specification. */
export async function otherService(live: Observed, reading: Reading, concurrency: number): Promise<Played> {
  let created = 0;
  let written = 0;
  const account = new Account(live, reading, () => configurationId(uuid("f", created++)));
  const server = createServer((request, response) => {
    answerTo(request).then(
      ([status, body]) => {
        response.writeHead(status, { "content-type": "application/json" });
        response.end(status === 204 ? undefined : JSON.stringify(body));
      },
      (thrown: unknown) => {
        response.writeHead(422, { "content-type": "application/json" });
        response.end(JSON.stringify({ error: String(thrown) }));
      },
    );
  });

  async function answerTo(request: IncomingMessage): Promise<Answer> {
    const { method = "", url = "" } = request;
    const [, , , of, list, item] = new URL(url, "http://x").pathname.split("/");
    if (of === undefined) return [200, { data: [{ account_id: id, active: true }] }];
    if (method === "GET") return read(list, item);
    written += 1;
    const body = await text(request);
    return write(method, item, body === "" ? {} : (JSON.parse(body) as Body));
  }

  function read(list: string | undefined, item: string | undefined): Answer {
    switch (list) {
      case "configurations":
        return item === undefined ? [200, { data: [...account.configurations.values()].map(shown) }] : one(item);
      case "repositories":
        return [200, { data: [...account.repositories.values()] }];
      case "analyzers":
        return [200, { data: live.analyzers }];
      case "custom_policies":
        return [200, { data: live.policies }];
      default:
        return missing;
    }
  }

  function one(item: string, status = 200): Answer {
    const found = account.configurations.get(configurationId(item));
    return found === undefined ? missing : [status, { data: shown(found) }];
  }

  function write(method: string, item: string | undefined, body: Body): Answer {
    if (item === "bulk_update") {
      const { configuration_ids: ids = [], updates } = body;
      take({ kind: "bulk", configurations: ids.map(configurationId), updates: decodeSettings(updates, "received") });
      return [200, { updated_count: ids.length, total_count: ids.length, errors: [] }];
    }
    if (item === "assign_repositories") {
      const { configuration_id: which = "", repository_ids: repositories = [] } = body;
      take({ kind: "assign", configuration: configurationId(which), repositories });
      const count = repositories.length;
      return [200, { configuration_id: which, assigned_count: count, total_matched: count, errors: [] }];
    }
    if (item === undefined) {
      take({ kind: "create", body: given(body) });
      return one(uuid("f", created - 1), 201);
    }
    const configuration = configurationId(item);
    if (!account.configurations.has(configuration)) return missing;
    if (method === "DELETE") {
      take({ kind: "delete", configuration });
      return [204, undefined];
    }
    take({ kind: method === "PUT" ? "put" : "patch", configuration, body: given(body) });
    return one(item);
  }

  const take = (draft: Taken): void => {
    account.take({ ...draft, carries: [], id: 0, after: [] });
  };

  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const baseUrl = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  const client = new ServiceClient({ baseUrl, apiKey: "key", concurrency });
  return {
    client,
    sleep: () => Promise.resolve(),
    look: () => Promise.resolve({ ...live, ...account.observed }),
    written: () => written,
    close: async () => {
      await client.close();
      const closed = once(server, "close");
      server.close();
      await closed;
    },
  };
}

type Answer = readonly [status: number, body: unknown];
/** A write without what only a plan knows of it. */
type Taken = WriteDraft extends infer Draft ? (Draft extends unknown ? Omit<Draft, "carries"> : never) : never;

const missing: Answer = [404, { error: "not found" }];

/** The names of every body. */
interface Body {
  readonly configuration?: { readonly name: string; readonly configuration?: unknown };
  readonly repositories?: readonly RepositoryId[];
  readonly configuration_ids?: readonly string[];
  readonly updates?: unknown;
  readonly configuration_id?: string;
  readonly repository_ids?: readonly RepositoryId[];
}

const shown = ({ settings, ...each }: Observed["configurations"][number]) => ({
  ...each,
  configuration: toWire(settingsFields, settings),
});

/** @throws for a body without the name that the specification requires */
function given({ configuration, repositories }: Body) {
  if (configuration?.name === undefined) throw new Error("configuration.name is missing");
  const settings = decodeSettings(configuration.configuration ?? {}, "received");
  return { name: configuration.name, settings, ...(repositories === undefined ? {} : { repositories }) };
}
