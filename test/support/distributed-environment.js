'use strict';
const { relative } = require('node:path');
const ProductEnvironment = require('./product-environment');
const { EXCEPTIONS } = require('../distributed/exceptions');

/** The environment of test files on a cluster: leaves out the tests that are listed with a reason. */
module.exports = class DistributedEnvironment extends ProductEnvironment {
  constructor(config, context) {
    super(config, context);
    const file = relative(config.projectConfig.rootDir, context.testPath);
    this.exceptions = EXCEPTIONS.filter((exception) => exception.file === file && exception.test !== undefined);
  }

  handleTestEvent({ name, test }) {
    if (name !== 'test_start') return;
    const fullName = nameOf(test);
    if (this.exceptions.some((exception) => fullName.includes(exception.test))) test.mode = 'skip';
  }
};

function nameOf({ name, parent }) {
  return parent === undefined || parent.name === 'ROOT_DESCRIBE_BLOCK' ? name : `${nameOf(parent)} ${name}`;
}
