// Writes docs/plan.svg, the picture of a plan in the README: tsx tools/plan-picture.ts. Requires a build.
import { writeFileSync } from "node:fs";
import { picturePath, planPicture } from "./plan-picture/picture";

void planPicture().then((svg) => {
  writeFileSync(picturePath, svg);
});
