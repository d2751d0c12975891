import { count, number, repositories } from "../../diagnostics/count";
import { shownCount } from "../../diagnostics/enumeration";
import { h, svg } from "./dom";
import { type Account, classes, type ClassOfRepository, configurationLabel, type Entry } from "./model";

/** Repositories that come from the same, go to the same, and are affected alike. */
export interface Band {
  /** The position of a configuration; null for none, and `others` for those that are gathered. */
  readonly from: number | null | "others";
  readonly to: number | null | "others";
  readonly class: ClassOfRepository;
  readonly repositories: number;
  /** How many configurations are gathered on each side. */
  readonly gathered: { readonly from: number; readonly to: number };
  /** Whether a repository is in it. */
  readonly has: (each: Entry) => boolean;
}

/** How many configurations are shown on a side; the others are gathered. */
const mostNodes = 12;

/** The bands of an account: of the repositories that move or are affected. */
export function bandsOf(account: Account, entries: readonly Entry[]): readonly Band[] {
  const own = entries.filter(
    (each) => each.account === account && (each.from !== each.to || each.class !== "unaffected"),
  );
  const [fromShown, toShown] = [shown(own, "from"), shown(own, "to")];
  const side = (at: number | null, among: ReadonlySet<number | null>): Band["from"] => (among.has(at) ? at : "others");
  const found = new Map<string, { band: Pick<Band, "from" | "to" | "class">; repositories: number }>();
  for (const each of own) {
    const band = { from: side(each.from, fromShown), to: side(each.to, toShown), class: each.class };
    const key = JSON.stringify([band.from, band.to, band.class]);
    const sum = found.get(key) ?? { band, repositories: 0 };
    sum.repositories += 1;
    found.set(key, sum);
  }
  const gathered = {
    from: new Set(own.map(({ from }) => from)).size - fromShown.size,
    to: new Set(own.map(({ to }) => to)).size - toShown.size,
  };
  const fits = (at: number | null, wanted: Band["from"], among: ReadonlySet<number | null>): boolean =>
    wanted === "others" ? !among.has(at) : at === wanted;
  return [...found.values()].map(({ band, repositories: many }) => ({
    ...band,
    repositories: many,
    gathered,
    has: (each) =>
      each.account === account &&
      each.class === band.class &&
      (each.from !== each.to || each.class !== "unaffected") &&
      fits(each.from, band.from, fromShown) &&
      fits(each.to, band.to, toShown),
  }));
}

/** The configurations of a side that most repositories that weaken, then most others, come from or go to. */
function shown(entries: readonly Entry[], side: "from" | "to"): ReadonlySet<number | null> {
  const sums = new Map<number | null, { weaker: number; all: number }>();
  for (const each of entries) {
    const sum = sums.get(each[side]) ?? { weaker: 0, all: 0 };
    sum.all += 1;
    if (each.class === "weakens") sum.weaker += 1;
    sums.set(each[side], sum);
  }
  const inOrder = [...sums].sort(([, one], [, other]) => other.weaker - one.weaker || other.all - one.all);
  return new Set(inOrder.slice(0, shownCount(inOrder.length, mostNodes)).map(([at]) => at));
}

/** `baseline -> strict: 14 repositories, weakens` */
export const bandText = (account: Account, { from, to, class: kind, repositories: many, gathered }: Band): string =>
  `${sideText(account, from, "before", gathered.from)} -> ${sideText(account, to, "after", gathered.to)}: ${repositories(many)}, ${kind}`;

const sideText = (account: Account, at: Band["from"], when: "before" | "after", others: number): string =>
  at === "others" ? count(others, "other configuration") : configurationLabel(account, at, when);

/** What is gathered is drawn below the others. */
const gatheredSides = ({ from, to }: Band): number => [from, to].filter((each) => each === "others").length;

interface Node {
  readonly key: Band["from"];
  readonly top: number;
  readonly height: number;
  readonly repositories: number;
}

const gap = 16;
const leastBand = 4;
const leastNode = 14;

/** A picture of the routing: before on the left, after on the right. */
export function bandsPicture(
  account: Account,
  bands: readonly Band[],
  width: number,
  choose: (band: Band) => void,
): HTMLElement {
  const total = bands.reduce((sum, each) => sum + each.repositories, 0);
  const scale = Math.min(12, 320 / Math.max(1, total));
  const thick = (many: number): number => Math.max(leastBand, many * scale);
  const inOrder = bands.toSorted(
    (one, other) =>
      gatheredSides(one) - gatheredSides(other) ||
      classes.indexOf(one.class) - classes.indexOf(other.class) ||
      other.repositories - one.repositories,
  );
  const left = nodesOf(inOrder, "from", thick);
  const right = nodesOf(inOrder, "to", thick);
  const height =
    Math.max(...[left, right].map((nodes) => Math.max(0, ...nodes.map((each) => each.top + each.height)))) + gap;
  const room = Math.min(260, Math.floor(width * 0.39));
  const [x0, x1] = [room, width - room];
  const widthOf = measuring();
  const starts = new Map<string, number>();
  const place = (side: "from" | "to", nodes: readonly Node[], band: Band): number => {
    const key = `${side} ${String(band[side])}`;
    const node = nodes.find((each) => each.key === band[side]);
    const top = starts.get(key) ?? node?.top ?? 0;
    starts.set(key, top + thick(band.repositories));
    return top;
  };
  const drawn = inOrder.map((band) => {
    const [a, b, size] = [place("from", left, band), place("to", right, band), thick(band.repositories)];
    const middle = (x0 + x1) / 2;
    const text = bandText(account, band);
    return svg(
      "a",
      {
        href: "#bands",
        class: `band ${band.class}`,
        "aria-label": text,
        click: (event) => {
          event.preventDefault();
          choose(band);
        },
      },
      svg("path", {
        d: `M${String(x0)},${String(a)} C${String(middle)},${String(a)} ${String(middle)},${String(b)} ${String(x1)},${String(b)} v${String(size)} C${String(middle)},${String(b + size)} ${String(middle)},${String(a + size)} ${String(x0)},${String(a + size)} Z`,
      }),
      svg("title", {}, text),
    );
  });
  const labels = (nodes: readonly Node[], side: "before" | "after") =>
    nodes.map((each) => {
      const isLeft = side === "before";
      const { from = 0, to = 0 } = bands[0]?.gathered ?? {};
      const gathered = isLeft ? from : to;
      const full = each.key === "others" ? count(gathered, "other") : sideText(account, each.key, side, gathered);
      const many = number(each.repositories);
      return svg(
        "g",
        { "aria-hidden": true },
        svg("rect", { class: "node", x: isLeft ? x0 - 5 : x1, y: each.top, width: 5, height: each.height }),
        svg(
          "text",
          {
            x: isLeft ? x0 - 10 : x1 + 10,
            y: each.top + each.height / 2,
            "text-anchor": isLeft ? "end" : "start",
            "dominant-baseline": "middle",
          },
          `${cutTo(room - 12, full, (text) => widthOf(`${text} ${many}`))} ${many}`,
        ),
      );
    });
  return h(
    "figure",
    { class: "bands" },
    svg(
      "svg",
      {
        width,
        height,
        viewBox: `0 0 ${String(width)} ${String(height)}`,
        role: "group",
        "aria-label": `Routing of ${account.label}: configurations before and after an apply`,
      },
      drawn,
      labels(left, "before"),
      labels(right, "after"),
    ),
    h(
      "figcaption",
      { class: "quiet" },
      classes
        .filter((each) => bands.some((band) => band.class === each))
        .map((each) => h("span", {}, h("span", { class: `key ${each}` }), each)),
      `${repositories(total)}: before on the left, after on the right`,
    ),
  );
}

/** Measures texts as the style sheet shows them in a picture. */
function measuring(): (text: string) => number {
  const context = document.createElement("canvas").getContext("2d");
  if (context === null) return (text) => text.length * 13;
  context.font = `13px ${getComputedStyle(document.body).fontFamily}`;
  return (text) => context.measureText(text).width;
}

/** The text, or as much of its beginning and its end as fits. */
function cutTo(room: number, text: string, widthOf: (text: string) => number): string {
  if (widthOf(text) <= room) return text;
  const characters = Array.from(text);
  for (let kept = Math.min(characters.length - 1, Math.ceil(room / 2)); kept > 1; kept -= 1) {
    const end = Math.floor(kept / 2);
    const shown = `${characters.slice(0, kept - end).join("")}…${end === 0 ? "" : characters.slice(-end).join("")}`;
    if (widthOf(shown) <= room) return shown;
  }
  return `${characters[0] ?? ""}…`;
}

function nodesOf(bands: readonly Band[], side: "from" | "to", thick: (many: number) => number): readonly Node[] {
  const sums = new Map<Band["from"], { size: number; repositories: number }>();
  for (const band of bands) {
    const sum = sums.get(band[side]) ?? { size: 0, repositories: 0 };
    sum.size += thick(band.repositories);
    sum.repositories += band.repositories;
    sums.set(band[side], sum);
  }
  let top = 4;
  return [...sums]
    .sort(([one], [other]) => Number(one === "others") - Number(other === "others"))
    .map(([key, { size, repositories: many }]) => {
      const node = { key, top, height: Math.max(leastNode, size), repositories: many };
      top += node.height + gap;
      return node;
    });
}
