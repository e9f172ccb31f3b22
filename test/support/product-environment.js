'use strict';
/**
 * The environment of every test file: the file itself runs in a scope of its own, as Jest does it, but the product is
 * loaded outside of that scope, by Node, once for all files that a worker runs. Jest would load the product and its
 * libraries again for every file, which took longer than most files' tests. So what the product keeps in its modules
 * outlives a test file; it keeps nothing there but what is the same for everybody.
 */
require('./load-typescript');
require('./kept-hashes');
const asyncHooks = require('node:async_hooks');
const { TestEnvironment } = require('jest-environment-node');

/** What tests make and give to the product by hand is of the classes that its libraries know, with the same metadata. */
const SHARED = { Date, Error, Map, RangeError, Reflect, Set, TypeError };

const STORAGE = Object.getOwnPropertyDescriptor(asyncHooks, 'AsyncLocalStorage');

module.exports = class ProductEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    // Wrapped: a function of this file has no properties that Jest would walk through when it leaves the scope.
    const loadOutside = (filename) => require(filename);
    Object.assign(this.global, SHARED, { loadOutside, productGlobal: globalThis });
    this.catchStorageOfJest();
  }

  async teardown() {
    Object.defineProperty(asyncHooks, 'AsyncLocalStorage', STORAGE);
    if (this.storageOfJest === undefined)
      throw new Error('Jest has made no storage for this file: see catchStorageOfJest.');
    this.storageOfJest.disable();
    await super.teardown();
  }

  /**
   * Jest makes a storage for each file, before anything else, and leaves it enabled. Node copies what is in each enabled
   * storage to every promise and every callback: after forty files that took a tenth of all time.
   */
  catchStorageOfJest() {
    const catchIt = (storage) => {
      Object.defineProperty(asyncHooks, 'AsyncLocalStorage', STORAGE);
      this.storageOfJest = storage;
    };
    class CaughtStorage extends asyncHooks.AsyncLocalStorage {
      constructor() {
        super();
        catchIt(this);
      }
    }
    Object.defineProperty(asyncHooks, 'AsyncLocalStorage', {
      configurable: true,
      enumerable: true,
      value: CaughtStorage,
    });
  }
};
