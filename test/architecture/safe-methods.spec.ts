import { RouteTable, type Route } from '../../src/platform/routes/route-table';
import { pathOf } from '../../src/platform/openapi/document';
import type { Client } from '../support/client';
import { useOwnTestApp, useSuperAdmin, useWorld } from '../support/fixtures';
import { sql } from '../support/sql';
import { useLockedTimetable } from '../support/timetable';
import { pathIn } from '../support/world';

/** What moves after a change that was asked for before, by workers that the change has woken. */
const MOVED_BY_WORKERS = /^(audit_unsealed|audit_seals|audit_heads|health_samples|jobs|mail_|replicas|webhook_)/;
/** When a credential was last used is written down, whatever it is used for. */
const LAST_USE = /^(access_links|access_link_devices|api_keys|sessions)$/;

describe('a GET', () => {
  // All rows are compared: nothing but this file writes into the database, and no job comes due meanwhile.
  useLockedTimetable();
  const service = useOwnTestApp();
  const world = useWorld(service);
  const operator = useSuperAdmin(service);

  // Standing there, an operator may see what any Admin may, and what is for operators alone.
  beforeAll(async () => {
    await operator.session.put('/api/auth/session/organization', { organizationId: world.organization.id }).expect(200);
  });

  const routes = (): Route[] =>
    service.app
      .get(RouteTable)
      .routes.filter(({ method, path }) => method === 'GET' && path.startsWith('/') && !path.endsWith('/stream'));

  /** What speaks of the caller's key takes no session, and neither does what is for links. */
  const callerOf = ({ access }: Route): Client => {
    if (access.credential === 'field') return world.phone;
    return access.ownKey === true ? world.key : operator.session;
  };

  it('changes nothing, on any route, by whoever may do most', async () => {
    expect(routes().length).toBeGreaterThan(60);
    const before = await everything();
    const statuses = new Map<string, number>();
    for (const route of routes()) {
      const path = pathIn(world, pathOf(route));
      for (const accept of ['application/json', 'text/html', 'text/csv'])
        statuses.set(route.path, (await callerOf(route).with({ Accept: accept }).get(path)).status);
    }
    // A query that is missing is 400; all others get through.
    expect([...new Set(statuses.values())].sort()).toEqual(expect.arrayContaining([200]));
    expect([...statuses].filter(([, status]) => ![200, 400, 404, 406].includes(status))).toEqual([]);
    expect([...statuses.values()].filter((status) => status === 200).length).toBeGreaterThan(50);
    expect(await everything()).toEqual(before);
  });

  /** All rows of all tables, as text. */
  async function everything(): Promise<Record<string, string[]>> {
    const tables = await sql(
      service.databaseUrl,
      `SELECT c.relname AS name FROM pg_class c
       WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition ORDER BY 1`,
    );
    const names = tables.map(({ name }) => name as string);
    expect(names).toEqual(expect.arrayContaining(['tours', 'users', 'audit_records', 'email_confirmations']));
    const rows: Record<string, string[]> = {};
    for (const name of names.filter((each) => !MOVED_BY_WORKERS.test(each) && !LAST_USE.test(each))) {
      const found = await sql(service.databaseUrl, `SELECT t::text AS row FROM ${name} t ORDER BY 1`);
      rows[name] = found.map(({ row }) => row as string);
    }
    return rows;
  }
});
