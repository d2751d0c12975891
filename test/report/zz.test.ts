import pc from "picocolors";
import { planText, textRenderer } from "../../src/report/text";
import { moving, rich } from "./plans";
test("x", () => {
  const plain = pc.createColors(false);
  const plan = {...rich(), locations: new Map([["scanform_configuration.baseline","main.ts:12:3"],["scanform_repository_assignments.routing","main.ts:40:3"],['scanform_configuration.baseline.analyzers["sql-injection"]',"settings.ts:40:3"]])};
  process.stdout.write(planText(plan, plain)+"\n=======\n"+planText(plan, plain, {columns:200})+"\n=======\n"+planText(moving(8,5,true), plain)+ "=====\n"+textRenderer.plans([moving(2,1,true),plan,moving(3,2,false)],{colors:plain}));
});
