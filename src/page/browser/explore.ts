import { label } from "../../diagnostics/foreign-text";
import { number, repositories } from "../../diagnostics/count";
import { addressOf } from "../../report/page-address";
import { notScanned } from "../../report/words";
import { type Band, bandsOf, bandsPicture, bandText } from "./bands";
import { h } from "./dom";
import { tag } from "./leaves";
import { type Account, classes, type Entry, ruleText, sidesLabel } from "./model";
import { isClass, isScope, scopes, Search } from "./search";

/** How many repositories are listed at first, and with each further step. */
const step = 25;

/** The picture of the routing, and the search, which lists the repositories of a band too. */
export function explore(accounts: readonly Account[], entries: readonly Entry[]): readonly HTMLElement[] {
  const several = accounts.length > 1;
  const search = new Search(entries);
  let chosen: { readonly account: Account; readonly band: Band } | undefined;
  let listed = step;

  const text = h("input", { type: "search", id: "search", autocomplete: "off", spellcheck: "false", input: again });
  const scope = select("in", scopes);
  const kind = select("class", ["any", ...classes]);
  const account = several
    ? h(
        "select",
        { change: again },
        h("option", { value: "" }, "all"),
        accounts.map((each) => h("option", { value: each.account_id }, each.label)),
      )
    : undefined;
  const isCompared = accounts.some(({ since }) => since !== undefined);
  const onlyNew = h("input", { type: "checkbox", change: again });
  const status = h("p", { role: "status", class: "quiet" });
  const found = h("div");
  const band = h("p");

  function select(
    title: string,
    choices: readonly string[],
  ): { readonly field: HTMLElement; readonly value: () => string } {
    const input = h(
      "select",
      { change: again },
      choices.map((each) => h("option", { value: each }, each)),
    );
    return { field: h("label", {}, `${title} `, input), value: () => input.value };
  }

  function again(): void {
    listed = step;
    show();
    repositoriesSection.scrollIntoView();
  }

  function show(): void {
    const [within, wanted] = [scope.value(), kind.value()];
    const all = search.find({
      text: text.value,
      scope: isScope(within) ? within : "everything",
      class: isClass(wanted) ? wanted : undefined,
      account: account === undefined || account.value === "" ? undefined : account.value,
      onlyNew: onlyNew.checked,
      band: chosen?.band.has,
    });
    const configurations = search.configurations(text.value, 10);
    status.textContent = `${number(all.length)} of ${repositories(entries.length)}`;
    band.replaceChildren(
      ...(chosen === undefined
        ? []
        : [
            h("span", { class: "tag" }, bandText(chosen.account, chosen.band)),
            " ",
            h(
              "button",
              {
                type: "button",
                click: () => {
                  chosen = undefined;
                  again();
                },
              },
              "show all",
            ),
          ]),
    );
    found.replaceChildren(
      ...(configurations.length === 0
        ? []
        : [
            h(
              "p",
              { class: "configurations" },
              "configurations: ",
              configurations.map(({ name, id, text: called }) => [
                h("a", { href: addressOf("configuration", name, id) }, called),
                " ",
              ]),
            ),
          ]),
      h(
        "ul",
        { class: "results" },
        all.slice(0, listed).map((each) => result(each, several)),
      ),
      ...(all.length <= listed
        ? []
        : [
            h(
              "button",
              {
                type: "button",
                click: () => {
                  listed += 10 * step;
                  show();
                },
              },
              `and ${number(all.length - listed)} more`,
            ),
          ]),
    );
  }

  const form = h(
    "form",
    {
      role: "search",
      class: "search",
      submit: (event) => {
        event.preventDefault();
      },
    },
    h("label", { class: "text" }, "search ", text),
    scope.field,
    kind.field,
    account === undefined ? undefined : h("label", {}, "account ", account),
    isCompared ? h("label", {}, onlyNew, " only what is new") : undefined,
  );
  const repositoriesSection = h(
    "section",
    { id: "repositories" },
    h("h2", {}, "Repositories"),
    form,
    band,
    status,
    found,
  );
  show();

  function toSearch(): void {
    repositoriesSection.scrollIntoView();
    text.focus({ preventScroll: true });
  }

  const pictures = accounts.flatMap((each) => {
    const bands = bandsOf(each, entries);
    return bands.length === 0 ? [] : [{ account: each, bands }];
  });
  const past = h(
    "a",
    {
      href: "#repositories",
      class: "past",
      click: (event) => {
        event.preventDefault();
        toSearch();
      },
    },
    "past the picture, to the search",
  );
  const routing = h("section", { id: "bands" }, h("h2", {}, "Routing"));
  const draw = (): void => {
    const width = Math.max(280, Math.floor(routing.clientWidth));
    routing.replaceChildren(
      h("h2", {}, "Routing"),
      past,
      ...pictures.slice(0, 10).flatMap(({ account: own, bands }) => [
        ...(several ? [h("h3", {}, own.label)] : []),
        bandsPicture(own, bands, width, (picked) => {
          chosen = { account: own, band: picked };
          again();
          toSearch();
        }),
      ]),
    );
  };
  if (pictures.length > 0) {
    let drawnWidth = 0;
    new ResizeObserver(() => {
      if (routing.clientWidth === drawnWidth) return;
      drawnWidth = routing.clientWidth;
      draw();
    }).observe(routing);
  }
  return pictures.length === 0 ? [repositoriesSection] : [routing, repositoriesSection];
}

function result(each: Entry, several: boolean): HTMLElement {
  const { account, name, id, class: kind, isMixed } = each;
  return h(
    "li",
    {},
    h("a", { href: addressOf("repository", name, id) }, label(name)),
    h(
      "span",
      {},
      tag(kind),
      isMixed ? " mixed" : "",
      each.isNew ? [" ", tag("new")] : undefined,
      each.isScanned ? undefined : [" ", tag(notScanned, "unscanned")],
    ),
    h("span", { class: "sides" }, sidesLabel(each)),
    h("span", { class: "quiet" }, ruleText(each)),
    several ? h("span", { class: "quiet" }, account.label) : undefined,
  );
}
