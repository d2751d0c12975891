"use strict";

const asyncHooks = require("node:async_hooks");
const { readFileSync, realpathSync } = require("node:fs");
const { join, sep } = require("node:path");
const { default: Runtime } = require("jest-runtime");

const root = realpathSync(join(__dirname, "../.."));
/** Jest resolves links, and `node_modules` may be one. */
const modules = realpathSync(join(root, "node_modules")) + sep;
const folders = [join(root, "src") + sep, modules];
const isShared = (path) => folders.some((folder) => path.startsWith(folder));

/** Loads what the files of a worker share. */
let shared;

/** A file that replaces modules, or loads them anew, shares nothing. */
const ofItsOwn = /\bjest\s*\.\s*(?:do|unstable_)?mock(?:Module)?\(|\bjest\s*\.\s*(?:resetModules|isolateModules)/;

/**
 * Contexts that Jest enables for each file of tests and never disables. On Node 20 each promise pays for each of them,
 * and so did every file for all before it.
 */
const contexts = [];

class Context extends asyncHooks.AsyncLocalStorage {
  constructor() {
    super();
    contexts.push(this);
  }
}

const circus = join(modules, "jest-circus") + sep;

/**
 * Jest loads every module again for each file of tests. This runtime loads packages and the code under test once for
 * each worker, into the environment that its files share. Tests, their helpers and Jest itself are loaded for each file
 * as ever.
 */
exports.__esModule = true;
exports.default = class extends Runtime {
  #shares;

  constructor(...given) {
    super(...given);
    shared ??= new Runtime(...given);
    const [, , , , , , testPath] = given;
    this.#shares = !ofItsOwn.test(readFileSync(testPath, "utf8"));
  }

  requireModule(from, name, options, ...more) {
    if (name === "node:async_hooks" && from.startsWith(circus)) return { ...asyncHooks, AsyncLocalStorage: Context };
    const sharing = this.#shares && options?.isInternalModule !== true && name !== undefined;
    return sharing && !this._resolution.isCoreModule(name) && isShared(this._resolution.resolveCjs(from, name))
      ? shared.requireModule(from, name, options, ...more)
      : super.requireModule(from, name, options, ...more);
  }

  /** Stacks lead through what was loaded for this file, and through what is shared. */
  getSourceMaps() {
    const maps = [super.getSourceMaps(), shared.getSourceMaps()];
    return {
      get: (path) => maps.find((each) => each.has(path))?.get(path),
      *[Symbol.iterator]() {
        for (const each of maps) yield* each;
      },
    };
  }

  teardown() {
    for (const context of contexts.splice(0)) context.disable();
    super.teardown();
  }
};
