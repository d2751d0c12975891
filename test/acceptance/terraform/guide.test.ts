import { basename } from "node:path";
import { blocksOf } from "../docs/blocks";
import { follow } from "../docs/follow";
import { guides } from "../docs/pages";
import { providerFolder } from "../../support/provider-bundle";
import { describeWithTerraform } from "../../support/terraform";

jest.setTimeout(300_000);

const withTerraform = guides.filter((page) => blocksOf(page).some(({ marks }) => marks.needs === "terraform"));

beforeAll(providerFolder);

describeWithTerraform("a reader who has terraform sees what the guide shows:", () => {
  test.each(withTerraform.map((page) => [basename(page.path), page] as const))("%s", async (_name, page) => {
    await follow(page, ["terraform"]);
  });
});
