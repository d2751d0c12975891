import { devDependencies, version } from "../../../package.json";
import { frameworks } from "../../../src/generate/choices";
import { packageJson, shellRange, versionsFor } from "../../../src/generate/project/package-json";
import { ownVersion } from "../../../src/cli/version";

test.each(frameworks)("a project with %s has the versions that scanform is tested with", (framework) => {
  const { typescript, ...others } = versionsFor(framework);
  expect(devDependencies).toMatchObject(others);
  expect(typescript).toBe(`${devDependencies.typescript.replace("~", "^")}.0`);
});

test.each(frameworks)("the package.json of a project with %s names the other framework nowhere", (framework) => {
  const { devDependencies: packages } = JSON.parse(packageJson("acme", framework, ownVersion())) as {
    readonly devDependencies: Readonly<Record<string, string>>;
  };
  expect(frameworks.filter((each) => each in packages)).toEqual([framework]);
  expect(packages["scanform"]).toBe(`^${version}`);
});

test.each([
  ["^0.24.0", "0.24"],
  ["^10.7.2", "10"],
  ["^20.19.43", "20"],
])("%s is %s in a command line", (range, plain) => {
  expect(shellRange(range)).toBe(plain);
});
