import type { PageFacts } from "../facts";

const element = document.getElementById("facts");
if (element !== null) {
  const facts = JSON.parse(element.textContent) as PageFacts;
  document.documentElement.dataset["accounts"] = String(facts.accounts.length);
}
