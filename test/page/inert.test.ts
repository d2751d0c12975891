import { createHash } from "node:crypto";
import fc from "fast-check";
import { error } from "../../src/diagnostics/diagnostic";
import { assets } from "../../src/page/assets";
import { htmlRenderer } from "../../src/page/html";
import { declared, live, planOf, repositories, routing, to } from "../report/plans";
import type { Plan } from "../../src/reconcile/plan/plan";
import { hostileName, raw } from "../report/hostile";
import { finding, withFindings } from "../report/with-findings";
import { documentOf, pageOf } from "./pages";
import { factsIn } from "./read-back";

/** What would begin markup, end the element that it is in, or be taken for a comment. */
const breaking = [
  "</script>",
  "<!--",
  "<script>",
  "</style>",
  '"><svg onload=alert(1)>',
  "]]>",
  "${alert(1)}",
  "javascript:",
];

const hostile = fc.tuple(hostileName, fc.constantFrom(...breaking)).map(([name, end]) => name + end);

const planNamed = (name: string): Plan => {
  const made = planOf(
    {
      configurations: [
        declared("goal", `${name}1`, { comment: "disabled", analyzers: { [name]: { enabled: false } } }),
      ],
      assignments: routing({ target: to("goal"), repositoryNames: [`${name}2`] }),
    },
    {
      configurations: [live(1, `${name}3`, { comment: "enabled", analyzers: { [name]: { enabled: true } } })],
      repositories: repositories([`${name}2`], 1),
    },
    name,
  );
  const open = finding(name, { title: name, file: name, repository: name });
  return withFindings(made, { worst: [open, { ...open, url: `javascript:${name}` }] });
};

/** The tags of a page, without their attributes. */
const tagsOf = (html: string): readonly string[] =>
  html
    .replace(/<script type="application\/json" id="facts">.*?<\/script>/s, "")
    .replace(/<(style|script)>.*?<\/\1>/gs, "")
    .match(/<!--|<\/?[a-z!][^\s>]*/gi) ?? [];

test("a name adds no markup, whatever it is, and is in the facts as it is", () => {
  const usual = tagsOf(pageOf(documentOf(planNamed("plain"))));
  fc.assert(
    fc.property(hostile, (name) => {
      const html = pageOf(documentOf(planNamed(name)));
      expect(tagsOf(html)).toEqual(usual);
      expect(html.split("\n").filter((line) => raw.test(line))).toEqual([]);
      expect(factsIn(html).accounts[0]?.repositories[0]?.[1]).toBe(`${name}2`);
    }),
    { numRuns: 30, examples: breaking.map((each): [string] => [each]) },
  );
});

test("the policy of a page allows its own style and script by their hashes, and nothing else", () => {
  const html = pageOf(documentOf(planNamed("plain")));
  const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1]?.replaceAll("&#39;", "'");
  const hashOf = (element: string): string => {
    const text = new RegExp(`<${element}>(.*?)</${element}>`, "s").exec(html)?.[1] ?? "";
    return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
  };
  expect(policy).toBe(
    `default-src 'none'; style-src ${hashOf("style")}; script-src ${hashOf("script")}; img-src data:; base-uri 'none'; form-action 'none'`,
  );
  expect(html).not.toMatch(/\sstyle="|\son\w+="|(?:src|href)="(?!#|https:\/\/findings\.example\.com\/)/);
});

test("neither the style sheet nor the script contains what would end its element, or an address", () => {
  const { style, script } = assets();
  expect(style.text + script.text).not.toMatch(/<\/|<!--|https?:\/\/(?!www\.w3\.org\/2000\/svg)/);
});

test("errors in place of a plan are on a page too", () => {
  const html = htmlRenderer.errors([error("usage", "No <b>command</b> was given.")]);
  expect(html).toContain("No &lt;b&gt;command&lt;/b&gt; was given.");
  expect(html).toContain("<title>scanform: no plan, because of errors</title>");
});
