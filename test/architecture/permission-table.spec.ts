import { randomUUID } from 'node:crypto';
import { Client as DatabaseClient } from 'pg';
import { hashToken, newId, randomToken } from '../../src/kernel/ids';
import { PERMISSIONS, type Permission } from '../../src/kernel/permissions';
import { RouteTable, type Route } from '../../src/platform/routes/route-table';
import { startTestApp, type TestApp } from '../support/app';
import { sendBare } from '../support/bare-request';
import { registerTenant, type Tenant } from '../support/builders';
import { inParallel } from '../support/parallel';
import { CALLERS, FRESH_ROUTES, PERMISSION_TABLE, type Caller, type Outcome, type Row } from './permission-table';

/** What is missing, by the code of the problem. */
const CREDENTIALS: Readonly<Record<string, string>> = { session_required: 'session', key_required: 'key' };
/** No record has it, so that nothing is changed by a caller who passes the gate. */
const UNKNOWN_ID = '019a1b2c-3d4e-7f50-8a61-b2c3d4e5f607';
/** Open to a session that stands in a suspended organization, besides what is under /api/auth (contract, section 3). */
const OPEN_WHILE_SUSPENDED = ['POST /api/impersonation/end'];

type Headers = Record<string, string>;

describe('the permission table', () => {
  let service: TestApp;
  let database: DatabaseClient;
  let tenant: Tenant;
  let people: People;
  let routes: Route[];

  beforeAll(async () => {
    service = await startTestApp();
    database = new DatabaseClient(service.databaseUrl);
    await database.connect();
    tenant = await registerTenant(service.url);
    people = new People(database, tenant.organization.id);
    routes = service.app.get(RouteTable).routes.filter((route) => route.method !== 'ALL');
  });

  afterAll(async () => {
    await database.end();
    await service.close();
  });

  it('has a row for every route, and none for what is no route', () => {
    const rows = PERMISSION_TABLE.map(({ name }) => name);
    const missing = routes.filter((route) => !rows.includes(nameOf(route)));
    const gone = rows.filter((name) => !routes.some((route) => nameOf(route) === name));
    const twice = rows.filter((name, index) => rows.indexOf(name) !== index);
    const complaints = [
      ...missing.map(
        (route) =>
          `${nameOf(route)} has no row in test/architecture/permission-table.ts. By its @Access line it would be the one ` +
          `below; add it if that is what the contract says:\n${suggestion(route)}`,
      ),
      ...gone.map(
        (name) => `${name} has a row in test/architecture/permission-table.ts, but is no route. Take it out.`,
      ),
      ...twice.map((name) => `${name} has two rows in test/architecture/permission-table.ts.`),
    ];
    if (complaints.length > 0) throw new Error(complaints.join('\n'));
    expect(rows.length).toBeGreaterThan(40);
  });

  it('knows every permission that a route asks for, and no other', () => {
    const named = PERMISSION_TABLE.flatMap(({ permission }) => permission ?? []);
    expect(named.filter((permission) => !PERMISSIONS.includes(permission))).toEqual([]);
  });

  it('is what the service does', async () => {
    const rows = PERMISSION_TABLE.filter(({ name }) => routes.some((route) => nameOf(route) === name));
    const credentials = await people.credentialsFor(rows, tenant);
    const wrong: string[] = [];
    await inParallel(rows, async (row) => {
      for (const caller of CALLERS) {
        const found = await outcomeOf(row, credentials.of(row, caller));
        const expected = row.outcomes[caller];
        if (found !== expected) wrong.push(`${row.name} as ${caller}: expected ${expected}, found ${found}`);
      }
    });
    expect(wrong).toEqual([]);
  });

  it('lets an old session in but where it must show again who it is', async () => {
    const rows = PERMISSION_TABLE.filter(({ outcomes }) => outcomes.superAdmin === 'ok' && outcomes.anonymous !== 'ok');
    const credentials = await people.credentialsFor(rows, tenant, '1 hour');
    const found: string[] = [];
    await inParallel(rows, async (row) => {
      const outcome = await outcomeOf(row, credentials.of(row, 'superAdmin'));
      if (outcome === '403 reauthentication_required') found.push(row.name);
      else if (outcome !== 'ok') throw new Error(`${row.name} with an old session: ${outcome}`);
    });
    expect(found.sort()).toEqual([...FRESH_ROUTES].sort());
  });

  it('ends at the suspension of the organization: sessions reach what is under /api/auth, keys nothing', async () => {
    const rows = PERMISSION_TABLE.filter(
      ({ name, outcomes }) => outcomes.anonymous !== 'ok' && routes.some((route) => nameOf(route) === name),
    );
    const suspended = await registerTenant(service.url);
    const credentials = await new People(database, suspended.organization.id).credentialsFor(rows, suspended);
    await database.query(`UPDATE organizations SET status = 'suspended' WHERE id = $1`, [suspended.organization.id]);
    const wrong: string[] = [];
    await inParallel(rows, async (row) => {
      const isOpen = row.path.startsWith('/api/auth/') || OPEN_WHILE_SUSPENDED.includes(row.name);
      for (const caller of CALLERS.filter((each) => each !== 'anonymous')) {
        const expected = caller === 'key' ? '401' : isOpen ? row.outcomes[caller] : '403 organization_suspended';
        const found = await outcomeOf(row, credentials.of(row, caller));
        if (found !== expected) wrong.push(`${row.name} as ${caller}: expected ${expected}, found ${found}`);
      }
    });
    expect(wrong).toEqual([]);
  });

  /** What became of a call: `ok` is anything behind the gates, also that there is no such record, or that the body is wrong. */
  async function outcomeOf({ method, path }: Row, headers: Headers): Promise<string> {
    const sendsBody = method !== 'GET' && method !== 'DELETE';
    const { status, text } = await sendBare(
      `${service.url}${path.replace(/:\w+/g, UNKNOWN_ID)}`,
      method,
      { ...headers, ...(sendsBody && { 'Content-Type': 'application/json' }) },
      sendsBody ? '{}' : '',
    );
    if (status === 401) {
      const { code } = JSON.parse(text) as { code: string };
      return code === 'unauthenticated' ? '401' : `401 ${code}`;
    }
    if (status === 403) {
      const { code } = JSON.parse(text) as { code: string };
      return code === 'forbidden' ? '403' : (CREDENTIALS[code] ?? `403 ${code}`);
    }
    return status >= 500 || status === 405 || status === 429 ? String(status) : 'ok';
  }
});

/** The callers of an organization, made behind the service's back: signing in costs the hash of a password each. */
class People {
  private readonly made = new Map<string, string>();

  constructor(
    private readonly database: DatabaseClient,
    private readonly organizationId: string,
  ) {}

  /**
   * A credential for every caller of every row: a session of its own for each call, since some calls end it.
   *
   * @param age how long ago the sessions showed who they are, as PostgreSQL's interval
   */
  async credentialsFor(
    rows: readonly Row[],
    tenant: Tenant,
    age = '0',
  ): Promise<{ of(row: Row, caller: Caller): Headers }> {
    const sessions = new Map<string, string>();
    const inserted: { token: string; userId: string }[] = [];
    for (const row of rows) {
      for (const caller of CALLERS) {
        if (caller === 'anonymous' || caller === 'key') continue;
        const token = randomToken();
        sessions.set(`${row.name} ${caller}`, token);
        inserted.push({ token, userId: await this.userFor(row, caller) });
      }
    }
    await this.database.query(
      `INSERT INTO sessions (id, token_hash, user_id, organization_id, authenticated_at, last_seen_at, expires_at, created_at, updated_at)
       SELECT id, token_hash, user_id, $4, now() - $5::interval, now(), now() + interval '1 day', now(), now()
       FROM unnest($1::uuid[], $2::bytea[], $3::uuid[]) AS made (id, token_hash, user_id)`,
      [
        inserted.map(() => newId()),
        inserted.map(({ token }) => hashToken(token)),
        inserted.map(({ userId }) => userId),
        this.organizationId,
        age,
      ],
    );
    return {
      of(row, caller): Headers {
        if (caller === 'anonymous') return {};
        if (caller === 'key') return { Authorization: `Bearer ${tenant.apiKey.key}` };
        return { Cookie: `te_session=${sessions.get(`${row.name} ${caller}`)}` };
      },
    };
  }

  private userFor({ permission }: Row, caller: Caller): Promise<string> {
    switch (caller) {
      case 'member':
        return this.user('Member', null);
      case 'only':
        return this.user(`Only ${permission ?? 'nothing'}`, permission === null ? [] : [permission]);
      case 'others': {
        const others = PERMISSIONS.filter((each) => each !== permission);
        return this.user(`All but ${permission ?? 'nothing'}`, others);
      }
      case 'superAdmin':
        return this.user(null, null);
      default:
        return this.user('Admin', null);
    }
  }

  /**
   * A user of the organization.
   *
   * @param role its name; null makes a Super Admin who is no member
   * @param permissions of a role of the organization's own; null for a system role
   */
  private async user(role: string | null, permissions: readonly Permission[] | null): Promise<string> {
    const known = this.made.get(String(role));
    if (known !== undefined) return known;
    const id = newId();
    this.made.set(String(role), id);
    const email = `${id}@example.com`;
    await this.database.query(
      `INSERT INTO users (id, name, email, email_key, search, password_hash, status, super_admin, created_at, updated_at)
       VALUES ($1, 'Somebody', $2, $2, 'somebody', 'none', 'active', $3, now(), now())`,
      [id, email, role === null],
    );
    if (permissions !== null) {
      await this.database.query(
        `INSERT INTO roles (organization_id, id, name, name_key, search, permissions, created_at, updated_at)
         VALUES ($1, $2, $3, lower($3), lower($3), $4, now(), now())`,
        [this.organizationId, randomUUID(), role, permissions],
      );
    }
    if (role !== null) {
      await this.database.query(
        `INSERT INTO memberships (organization_id, id, user_id, role, joined_at, created_at, updated_at)
         VALUES ($1, $2, $3, $4, now(), now(), now())`,
        [this.organizationId, newId(), id, role],
      );
    }
    return id;
  }
}

function nameOf({ method, path }: Pick<Route, 'method' | 'path'>): string {
  return `${method} ${path}`;
}

/** The row that follows from a route's `@Access` line, for whoever adds one. */
function suggestion({ method, path, access }: Route): string {
  const { credential, permission, admin, superAdmin } = access;
  const outcome = (passes: boolean): Outcome =>
    credential === 'public' || (passes && credential !== 'field') ? 'ok' : '403';
  const open = permission === undefined && !admin && !superAdmin;
  const outcomes: Record<Caller, Outcome> = {
    anonymous: credential === 'public' ? 'ok' : '401',
    key: credential === 'session' ? 'session' : outcome(!superAdmin),
    member: outcome(open || (!admin && !superAdmin && ['users.read', 'roles.read'].includes(permission!))),
    only: outcome(!admin && !superAdmin),
    others: outcome(open),
    admin: outcome(!superAdmin),
    superAdmin: outcome(true),
  };
  const columns = CALLERS.map((caller) => outcomes[caller].padEnd(caller.length < 7 ? 8 : caller.length + 1));
  return `${method.padEnd(7)}${path.padEnd(48)}${(permission ?? '-').padEnd(20)}${columns.join('')}`.trimEnd();
}
