import { createTestDatabase } from '../support/database';
import { createOwnedDatabase, describeWalls } from './walls';

/** How the service may log in: as a superuser, whose connections drop to an ordinary role, or as an ordinary owner. */
describe('with a superuser as DATABASE_URL', () => describeWalls(createTestDatabase, true));
describe('with an ordinary owner as DATABASE_URL', () => describeWalls(createOwnedDatabase, false));
