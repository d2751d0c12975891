import { label } from "../../diagnostics/foreign-text";
import { addressParts } from "../../report/page-address";
import type { PageFacts } from "../page-facts";
import { configurationSection } from "./configuration-section";
import { h } from "./dom";
import { explore } from "./explore";
import { accountOf, entriesOf, nameOf } from "./model";
import { repositorySection } from "./repository-section";

/** Draws what a reviewer looks around in, from the facts in the page; follows the address. */
function start(data: HTMLElement, place: HTMLElement): void {
  const accounts = (JSON.parse(data.textContent) as PageFacts).accounts.map(accountOf);
  const entries = entriesOf(accounts);
  const several = accounts.length > 1;
  const chosen = h("div", { id: "chosen" });
  place.replaceChildren(chosen, ...explore(accounts, entries));

  function follow(): void {
    const address = addressParts(location.hash);
    const [repository, configuration] = [address.get("repository"), address.get("configuration")];
    if (repository === undefined && configuration === undefined) {
      chosen.replaceChildren();
      return;
    }
    const sections =
      repository === undefined
        ? configurations(configuration ?? "", address.get("beside"))
        : entries
            .filter(({ name, id }) => name === repository || id === repository)
            .map((each) => repositorySection(each, several));
    const missing = repository === undefined ? "configuration" : "repository";
    chosen.replaceChildren(
      ...(sections.length === 0
        ? [
            h(
              "article",
              { class: "chosen" },
              h("h2", { tabindex: -1 }, `the plan names no ${missing} ${label(repository ?? configuration ?? "")}`),
            ),
          ]
        : sections),
      h("p", {}, h("a", { href: "#all" }, "close")),
    );
    const heading = chosen.querySelector("h2");
    heading?.focus({ preventScroll: true });
    chosen.scrollIntoView();
  }

  function configurations(wanted: string, other: string | undefined): readonly HTMLElement[] {
    return accounts.flatMap((account, position) => {
      const found = (name: string): readonly number[] =>
        [...account.configurations.keys()].filter((at) => {
          const each = account.configurations[at];
          return (
            each !== undefined && [nameOf(each, "after"), nameOf(each, "before"), each.id, each.address].includes(name)
          );
        });
      const [beside] = other === undefined ? [] : found(other);
      return found(wanted).flatMap((at) => {
        const key = `${String(position)}-${String(at)}`;
        return configurationSection({ key, account, at, other: beside }, several) ?? [];
      });
    });
  }

  window.addEventListener("hashchange", follow);
  follow();
}

const data = document.getElementById("facts");
const place = document.getElementById("explore");
if (data !== null && place !== null) start(data, place);
