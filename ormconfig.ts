import 'reflect-metadata';
import { createDataSource } from './src/platform/database/data-source';

const url = process.env['DATABASE_URL'];
if (!url) throw new Error('Set DATABASE_URL to the database that the TypeORM command line shall work on.');

/** The DataSource for the TypeORM command line: `npm run migration -- migration:show`. */
export default createDataSource(url, null, 1);
