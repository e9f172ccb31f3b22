'use strict';
/**
 * `npm run openapi`: writes the OpenAPI document of the sources to docs/openapi.json, or to the given file. It needs
 * neither a build nor a database.
 */
const fs = require('node:fs');
const path = require('node:path');

const FILE = path.resolve(process.argv[2] ?? path.join(__dirname, '../docs/openapi.json'));

async function write() {
  // First, as it may fail, and the sources take seconds.
  fs.mkdirSync(path.dirname(FILE), { recursive: true });
  require('../test/support/load-typescript');
  const { documentOfSources } = require('./openapi-document');
  const document = await documentOfSources();
  fs.writeFileSync(FILE, `${JSON.stringify(document, null, 2)}\n`);
  console.log(`Wrote ${path.relative(process.cwd(), FILE)}`);
}

write().then(
  () => process.exit(0),
  (error) => {
    console.error(error instanceof Error ? (error.stack ?? error.message) : error);
    process.exit(1);
  },
);
