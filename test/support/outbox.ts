import { EventBodies, PEOPLE_COLUMNS, type StoredBody } from '../../src/platform/outbox/event-bodies';
import { personKeys } from './audit';
import type { Tenant } from './builders';
import type { Json } from './client';
import { registerWebhook } from './receiver';
import { sql } from './sql';

const bodies = new EventBodies(personKeys);

/** Never enabled, so that nothing is sent, and for everything, so that every event is kept. */
const FOLLOWER = `
  INSERT INTO webhook_endpoints (organization_id, id, url, event_types, maker_permissions, status, secret, secret_prefix,
    created_at, updated_at)
  SELECT o.id, gen_random_uuid(), 'https://follower.example', '{*}',
    '{users.read,roles.read,billing.read,accessLinks.manage,notifications.send}', 'disabled', '', 'whsec_', now(), now()`;

/**
 * Gives every organization, those of the future too, an endpoint that asks for all events: the outbox contains only what
 * somebody receives.
 */
export async function followEvents(databaseUrl: string): Promise<void> {
  await sql(
    databaseUrl,
    `CREATE FUNCTION follow_events() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS
       $$ BEGIN ${FOLLOWER} FROM (SELECT NEW.id) AS o; RETURN NULL; END $$;
     CREATE TRIGGER follow_events AFTER INSERT ON organizations FOR EACH ROW EXECUTE FUNCTION follow_events();
     ${FOLLOWER} FROM organizations o`,
  );
}

/**
 * The same for one organization, through the API: for a service whose database is out of reach. The endpoint is disabled
 * before anything happens, so nothing is ever sent to that address.
 */
export async function followEventsOf(tenant: Tenant): Promise<void> {
  const { id } = await registerWebhook(tenant, 'https://1.1.1.1/never');
  await tenant.key.patch(`/api/webhooks/${id}`, { status: 'disabled' }).expect(200);
}

/**
 * The bodies that a record, or a passenger of a trip, left in the outbox, oldest first.
 *
 * @throws Error unless events are followed: otherwise there would be none, whatever happened
 */
export async function outboxOf(databaseUrl: string, recordId: string): Promise<Json[]> {
  await requireFollowed(databaseUrl);
  const rows = await openedEvents(databaseUrl, recordId);
  return rows
    .map(({ body }) => JSON.parse(body))
    .filter(({ data }) => data.id === recordId || data.tripId === recordId);
}

/**
 * All rows of the outbox, oldest first.
 *
 * @throws Error like {@link outboxOf}
 */
export async function outbox(databaseUrl: string): Promise<Json[]> {
  await requireFollowed(databaseUrl);
  return openedEvents(databaseUrl);
}

/** The types of the events in the outbox, by their ids. @throws Error like {@link outboxOf} */
export async function outboxTypes(databaseUrl: string): Promise<Map<string, string>> {
  await requireFollowed(databaseUrl);
  const rows = await sql(databaseUrl, 'SELECT id, type FROM outbox_events ORDER BY id');
  return new Map(rows.map(({ id, type }) => [id, type]));
}

/** Rows of the outbox with their bodies as they are sent, oldest first: all, or those that name a record. */
export async function openedEvents(databaseUrl: string, recordId = ''): Promise<Json[]> {
  const rows = await sql(
    databaseUrl,
    `SELECT o.*, ${PEOPLE_COLUMNS} FROM outbox_events o WHERE strpos(o.body, $1) > 0 ORDER BY o.id`,
    [recordId],
  );
  return rows.map((row) => ({ ...row, body: bodies.open(row as StoredBody) }));
}

async function requireFollowed(databaseUrl: string): Promise<void> {
  const [{ followed }] = await sql(databaseUrl, `SELECT to_regproc('follow_events') IS NOT NULL AS followed`);
  if (!followed) throw new Error('Nobody follows the events of this test: call followEvents() first.');
}
