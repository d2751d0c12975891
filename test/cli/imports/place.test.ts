import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { appFolder, frameworkOf, moduleExtension } from "../../../src/cli/project";
import { placeOf } from "../../../src/cli/imports/place";

let top: string;
beforeEach(() => {
  top = realpathSync(mkdtempSync(join(tmpdir(), "scanform-place-")));
  mkdirSync(join(top, "src/deep"), { recursive: true });
});
afterEach(() => {
  rmSync(top, { recursive: true });
});

const write = (name: string, text = ""): void => {
  writeFileSync(join(top, name), text);
};

test("the app is the nearest one above the folder, and none above the one at hand", () => {
  expect(appFolder(join(top, "src/deep"), top)).toBeUndefined();
  write("cdktf.json");
  expect(appFolder(top, top)).toBe(top);
  expect(appFolder(join(top, "src/deep"), top)).toBe(top);
  expect(appFolder(join(top, "src/deep"), join(top, "src"))).toBeUndefined();
  write("src/cdktf.json");
  expect(appFolder(join(top, "src/deep"), top)).toBe(join(top, "src"));
});

test.each([
  ['{ "type": "module" }', ".js"],
  ['{ "type": "commonjs" }', ""],
  ['{ "name": "app" }', ""],
  ["{}", ".js"],
])("imports beside a package.json of %s end in %j", (text, extension) => {
  write("package.json", text);
  expect(moduleExtension(top)).toBe(extension);
});

test("the framework of an app is the one of its package.json, whatever its code names", () => {
  write("package.json", '{ "dependencies": { "cdktf": "*" } }');
  write("main.ts", 'import { App } from "cdktn";');
  expect(frameworkOf(top)).toBe("cdktf");
});

test.each([
  ["main.ts", 'import { App } from "cdktf";', "cdktf"],
  ["src/stack.mts", "import { Configuration } from 'scanform/cdktf';", "cdktf"],
  ["src/deep/main.ts", 'import { App } from "cdktf";', undefined],
  ["notes.md", 'import { App } from "cdktf";', undefined],
])("the framework of an app where both are installed, or none, is the one of its code: %s", (name, text, framework) => {
  expect(frameworkOf(top)).toBeUndefined();
  write("package.json", '{ "dependencies": { "cdktf": "*", "cdktn": "*" } }');
  write(name, text);
  expect(frameworkOf(top)).toBe(framework);
});

test("the framework of an app is not known where its code names both", () => {
  write("main.ts", 'import { App } from "cdktf";\nimport { Configuration } from "scanform/cdktn";');
  expect(frameworkOf(top)).toBeUndefined();
});

describe("the place of what is imported", () => {
  const place = (options = {}) => placeOf(top, { format: "typescript", out: ".", ...options });

  test("beside an app has the first number that neither a file nor a folder has", () => {
    write("cdktf.json");
    expect(place()).toMatchObject({ app: top, isNew: false, number: 1, construct: { fileName: "imported.ts" } });
    mkdirSync(join(top, "imported"));
    expect(place()).toMatchObject({ number: 2, construct: { fileName: "imported-2.ts", id: "imported-2" } });
    write("imported-2.ts");
    expect(place()).toMatchObject({ number: 3, construct: { className: "ImportedAccount3" } });
  });

  test("the place of what is imported without an app is imported.ts always, so that a file of that name is refused and not doubled", () => {
    write("imported.ts");
    expect(place()).toMatchObject({ number: 1, isNew: true });
    expect(place()).not.toHaveProperty("app");
  });

  test.each(["main.ts", "tsconfig.json"])(
    "the place of what is imported is no new project where %s is there",
    (name) => {
      write(name);
      expect(place().isNew).toBe(false);
    },
  );

  test("the place of what is imported is no new project in a folder below that of an app", () => {
    write("cdktf.json");
    expect(place({ out: "src/deep" })).toMatchObject({ folder: join(top, "src/deep"), app: top, isNew: false });
  });

  test("the place of what is imported has no app and no project for HCL", () => {
    write("cdktf.json");
    expect(place({ format: "hcl", out: "new" })).toMatchObject({ isNew: false });
    expect(place({ format: "hcl" })).not.toHaveProperty("app");
  });

  test("the place of what is imported has the framework that is asked for before that of the app, and cdktn where nothing says which", () => {
    expect(place().framework).toBe("cdktn");
    write("main.ts", 'import { App } from "cdktf";');
    expect(place().framework).toBe("cdktn");
    write("cdktf.json");
    expect(place().framework).toBe("cdktf");
    expect(place({ framework: "cdktn" }).framework).toBe("cdktn");
  });
});
