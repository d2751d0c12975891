import { declared, live, planOf, repositories, routing, to } from "../report/plans";

/** `weak` gets weaker, `strong` stronger, `spare` is weaker and unused, and `docs` moves to `strong`. */
export const mixed = planOf(
  {
    configurations: [
      declared("weak", "weak", { analyzers: { xss: { blocking: false } } }),
      declared("strong", "strong", { analyzers: { xss: { blocking: true } } }),
      declared("spare", "spare", { comment: "disabled" }),
    ],
    assignments: routing({ target: to("strong"), repositoryNames: ["docs"] }),
  },
  {
    configurations: [
      live(1, "weak", { analyzers: { xss: { enabled: true, blocking: true } } }),
      live(2, "strong", { analyzers: { xss: { enabled: true, blocking: false } } }),
      live(3, "spare", { comment: "enabled" }),
    ],
    repositories: [
      ...repositories(["web-a", "web-b"], 1),
      ...repositories(["strong-a"], 2, 10),
      ...repositories(["docs", "lonely"], undefined, 20),
    ],
  },
);
