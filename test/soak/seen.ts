import type { Emulator } from "../../src/emulator";
import type { Observed } from "../../src/model/entities";
import { decodeSettings } from "../../src/model/field-decoder";
import { id } from "./service";

/** What a party has been shown last of each object, taken from the state of the service when it asked. */
export class Seen {
  readonly #emulator: Emulator;
  #configurations = new Map<string, Observed["configurations"][number]>();
  #repositories: Observed["repositories"] = [];

  constructor(emulator: Emulator) {
    this.#emulator = emulator;
  }

  get observed(): Observed {
    return { configurations: [...this.#configurations.values()], repositories: this.#repositories };
  }

  /** @param path of a GET request */
  look(path: string): void {
    const [list = ""] = path.split("?");
    if (list.endsWith("/configurations")) this.#configurations = this.#live();
    else if (list.endsWith("/repositories"))
      this.#repositories = this.#emulator.store
        .repositories(id)
        .map(({ id: repository, name, provider_repo_id, configuration_id }) => ({
          id: repository,
          provider_repo_id,
          enabled: true,
          ...(typeof name === "string" ? { name } : {}),
          ...(configuration_id === null ? {} : { configuration_id }),
        }));
    else {
      const one = list.split("/").at(-1) ?? "";
      const live = this.#live().get(one);
      if (live === undefined) this.#configurations.delete(one);
      else this.#configurations.set(one, live);
    }
  }

  #live(): Map<string, Observed["configurations"][number]> {
    return new Map(
      this.#emulator.store
        .configurations(id)
        .map(({ id: one, name, configuration }) => [
          one,
          { id: one, ...(name === null ? {} : { name }), settings: decodeSettings(configuration ?? {}, "received") },
        ]),
    );
  }
}
