import { registerTenant, type Tenant } from '../support/builders';
import type { Json } from '../support/client';
import { useOwnTestApp, useSuperAdmin } from '../support/fixtures';
import { findings } from '../support/forgotten';
import { sealAuditRecords } from '../support/jobs';
import { standIn } from '../support/people';
import { lockWaits, sql, whileLocked } from '../support/sql';

const NAME = 'Zyxzoe Quirkfeather';
const PASSWORD = 'a long enough password';
const LOCK = 4711;

/** A request of a user that has passed the check of its credential when the user is erased. */
describe('what a user does while they are erased', () => {
  const service = useOwnTestApp();
  const operator = useSuperAdmin(service);
  let zoe: Tenant;
  let webhook: Json;

  beforeEach(async () => {
    await rest();
    zoe = await registerTenant(service.url, { name: NAME, password: PASSWORD });
    ({ body: webhook } = await zoe.key
      .post('/api/webhooks', { url: `${service.url}/nowhere`, eventTypes: ['event.created'], fullPayload: true })
      .expect(201));
  });

  const query = (text: string, ...values: unknown[]) => sql(service.databaseUrl, text, values);
  const rest = () => query('DROP TRIGGER IF EXISTS hold ON outbox_events; DROP FUNCTION IF EXISTS hold()');

  const erase = () => operator.session.post(`/api/users/${zoe.user.id}/erase`, { force: true }).expect(200);
  const create = () => zoe.session.post('/api/events', { name: 'Made at the last moment' }).expect(201);

  /** Nobody is named by what was made, wherever it is read. */
  async function expectNobody(event: Json): Promise<void> {
    await sealAuditRecords(service);
    expect(await findings(service, ['zyxzoe', 'quirkfeather'])).toEqual([]);
    await standIn(operator.session, zoe.organization);
    const read = async (path: string): Promise<Json> => (await operator.session.get(path).expect(200)).body;
    expect(await read(`/api/events/${event.id}`)).toMatchObject({ createdBy: zoe.user.id, createdByName: null });
    const actor = { type: 'user', id: zoe.user.id, name: null };
    const { data: records } = await read(`/api/audit-logs?action=event.created&targetId=${event.id}`);
    expect(records).toMatchObject([{ actor }]);
    const { data: deliveries } = await read(`/api/webhooks/${webhook.id}/deliveries?eventType=event.created`);
    expect(deliveries).toHaveLength(1);
    const { payload } = await read(`/api/webhooks/${webhook.id}/deliveries/${deliveries[0].id}`);
    expect(payload).toMatchObject({ actor, data: { id: event.id, createdBy: zoe.user.id, createdByName: null } });
    expect(await read('/api/audit-logs/verify')).toMatchObject({ valid: true, brokenAt: null });
    await standIn(operator.session, operator.organization);
  }

  it('is of nobody when it is committed first, behind what the erasure has looked at', async () => {
    // Its journal comes last: all that is known by then is forgotten, and nothing is committed.
    const [erased, event] = await whileLocked(
      service.databaseUrl,
      ['LOCK TABLE erasures IN EXCLUSIVE MODE'],
      async (): Promise<[Promise<unknown>, Json]> => {
        const erasing = Promise.resolve(erase());
        await lockWaits(service.databaseUrl);
        return [erasing, (await create()).body];
      },
    );
    await erased;
    await expectNobody(event);
    await zoe.session.get('/api/events').expect(401);
  });

  it('is of nobody when it is committed last, with a credential that was good when it was checked', async () => {
    await query(`
      CREATE FUNCTION hold() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN PERFORM pg_advisory_xact_lock(${LOCK}); RETURN NEW; END $$;
      CREATE TRIGGER hold BEFORE INSERT ON outbox_events FOR EACH ROW
        WHEN (NEW.type = 'event.created') EXECUTE FUNCTION hold()`);
    // In a list: a promise alone would be waited for before the lock is given back.
    const [creating] = await whileLocked(service.databaseUrl, [`SELECT pg_advisory_xact_lock(${LOCK})`], async () => {
      const held = Promise.resolve(create());
      await lockWaits(service.databaseUrl);
      await erase();
      return [held];
    });
    await expectNobody((await creating!).body);
    await zoe.session.get('/api/events').expect(401);
  });
});
