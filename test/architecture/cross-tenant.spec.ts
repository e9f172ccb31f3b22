import { RouteTable, type Route } from '../../src/platform/routes/route-table';
import { pathOf } from '../../src/platform/openapi/document';
import type { Client, Json } from '../support/client';
import { useTenant, useTestApp, useWorld } from '../support/fixtures';
import { sql } from '../support/sql';
import { pathIn } from '../support/world';

/** Routes whose id may be of any organization: what only operators of the platform reach. */
const elsewhere = (route: Route) => route.access.superAdmin === true;
/** A token is no id: it opens what it was made for to whoever has it, signed in or not. */
const byToken = (route: Route) => /\/:token([./]|$)/.test(route.path);

/** What the platform says to all: it is no organization's. */
const toAll = (route: Route) => route.path.startsWith('/api/announcements/');

/** Tables whose rows change without anybody asking. */
const MOVED_BY_JOBS = [
  'audit_unsealed',
  'audit_seals',
  'audit_heads',
  'expense_day_changes',
  'expense_days',
  'mail_messages',
  'webhook_deliveries',
  'webhook_queue',
  'webhook_leases',
  'webhook_health',
  'webhook_recoveries',
];

describe("another organization's ids", () => {
  const service = useTestApp();
  const victim = useWorld(service);
  const stranger = useTenant(service);
  let examples: Json;

  beforeAll(async () => {
    examples = (await victim.key.get('/api/openapi.json').expect(200)).body;
  });

  const routes = () =>
    service.app
      .get(RouteTable)
      .routes.filter((route) => route.path.includes(':') && !elsewhere(route) && !byToken(route) && !toAll(route));

  it('are 404 by every route that takes one, and nothing of theirs changes', async () => {
    expect(routes().length).toBeGreaterThan(12);
    const before = await snapshot();
    const responses: Record<string, number> = {};
    for (const route of routes()) {
      const path = pathTo(route);
      const client = route.access.credential === 'session' ? stranger.session : stranger.key;
      const { status } = await send(client, route.method, path, exampleBody(route));
      responses[`${route.method} ${route.path}`] = status;
    }
    expect(responses).toEqual(Object.fromEntries(Object.keys(responses).map((name) => [name, 404])));
    expect(await snapshot()).toEqual(before);
  });

  it('are the ids of records that are there for their owner', async () => {
    for (const route of routes().filter(({ method }) => method === 'GET')) {
      const client = route.access.credential === 'session' ? victim.session : victim.key;
      expect({ route: route.path, status: (await client.get(pathTo(route))).status }).toEqual({
        route: route.path,
        status: 200,
      });
    }
  });

  it('are 404 inside a body, too', async () => {
    const tourId = victim.ids['/api/tours/'];
    const own = (await stranger.key.post('/api/events', { name: 'Own' }).expect(201)).body;
    await stranger.key.post('/api/events', { name: 'Stolen', tourId }).expect(404);
    await stranger.key.patch(`/api/events/${own.id}`, { tourId }).expect(404);
    await stranger.session
      .put('/api/auth/session/organization', { organizationId: victim.organization.id })
      .expect(404);
    await stranger.key.get(`/api/expenses/reports?tourId=${tourId}`).expect(404);
    expect((await stranger.key.get(`/api/events?tourId=${tourId}`).expect(200)).body.total).toBe(0);
  });

  /** The path of a route with the id of a record of the victim's. */
  function pathTo(route: Route): string {
    return pathIn(victim, pathOf(route));
  }

  function exampleBody(route: Route): Json {
    const operation = examples.paths[pathOf(route)]?.[route.method.toLowerCase()];
    return operation?.requestBody?.content['application/json']?.example;
  }

  /** Everything that the victim's organization has, as text. */
  async function snapshot(): Promise<unknown> {
    const tables = await sql(
      service.databaseUrl,
      `SELECT table_name AS name FROM information_schema.columns
       WHERE column_name = 'organization_id' AND table_schema = 'public' AND table_name NOT IN ('api_keys', 'sessions') ORDER BY 1`,
    );
    expect(tables.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['tours', 'events', 'expenses', 'audit_records']),
    );
    const contents: Record<string, string[]> = {};
    for (const { name } of tables) {
      if (MOVED_BY_JOBS.includes(name)) continue;
      const rows = await sql(
        service.databaseUrl,
        `SELECT t::text AS row FROM ${name} t WHERE organization_id = $1 ORDER BY 1`,
        [victim.organization.id],
      );
      contents[name] = rows.map((each) => each.row);
    }
    return contents;
  }
});

function send(client: Client, method: string, path: string, body: Json) {
  if (method === 'GET') return client.get(path);
  if (method === 'DELETE') return client.delete(path);
  if (method === 'PATCH') return client.patch(path, body);
  return method === 'PUT' ? client.put(path, body) : client.post(path, body);
}
