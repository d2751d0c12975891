"use strict";

const asyncHooks = require("node:async_hooks");
const { readFileSync } = require("node:fs");
const { join, sep } = require("node:path");
const { default: Runtime } = require("jest-runtime");

const root = join(__dirname, "../..");
const folders = ["src", "node_modules"].map((name) => join(root, name) + sep);
/** The part of Jest that keeps a state for each file of tests. */
const circus = join(root, "node_modules", "jest-circus") + sep;

const isShared = (path) => folders.some((folder) => path.startsWith(folder)) && !path.startsWith(circus);

/** Loads what the files of a worker share. */
let shared;

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

/**
 * Jest loads every module again for each file of tests. This runtime loads packages and the code under test once for
 * each worker, into the environment that its files share. Tests and their helpers are loaded for each file as ever, and
 * a file that replaces modules with `jest.mock` shares nothing.
 */
exports.__esModule = true;
exports.default = class extends Runtime {
  #shares;

  constructor(...given) {
    super(...given);
    shared ??= new Runtime(...given);
    this.#shares = !readFileSync(this._testPath, "utf8").includes("jest.mock(");
  }

  requireModule(from, name, ...options) {
    if (name === "node:async_hooks" && from.startsWith(circus)) return { ...asyncHooks, AsyncLocalStorage: Context };
    const isFile = this.#shares && name !== undefined && !this._resolution.isCoreModule(name);
    return isFile && isShared(this._resolution.resolveCjs(from, name))
      ? shared.requireModule(from, name, ...options)
      : super.requireModule(from, name, ...options);
  }

  teardown() {
    for (const context of contexts.splice(0)) context.disable();
    super.teardown();
  }
};
