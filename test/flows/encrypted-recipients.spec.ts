import { registerTenant, type Tenant } from '../support/builders';
import { Client, type Json } from '../support/client';
import { useOwnTestApp } from '../support/fixtures';
import { findings } from '../support/forgotten';
import { emailFrom, mailOf, recipientsOf, unsubscribePathIn, whenDone } from '../support/notifications';
import { sql } from '../support/sql';

const ADA = { name: 'Zyxada Quirkfeather', email: 'Zyxada@quirkfeather.example', company: 'Zyxworks' };
const NOBODY = 'zyxbob@quirkfeather.example';
const MARKS = ['zyxada', 'zyxbob', 'zyxworks', 'quirkfeather'];
const TEXTS = { subject: 'Hi {{guest.name}}', body: 'Dear {{guest.name}} of {{guest.company}}.' };

describe('what is kept of recipients of messages', () => {
  const service = useOwnTestApp();
  let tenant: Tenant;
  let ada: Json;

  beforeEach(async () => {
    tenant = await registerTenant(service.url);
    ({ body: ada } = await tenant.key.post('/api/guests', ADA).expect(201));
  });

  const query = (text: string, ...values: unknown[]) => sql(service.databaseUrl, text, values);
  const kept = async () =>
    (await findings(service, MARKS)).filter((found) => found.startsWith('notification_recipients'));
  const toAda = async (): Promise<Json> =>
    (await tenant.key.post('/api/notifications/email', { guestIds: [ada.id], ...TEXTS }).expect(202)).body;
  const stored = (message: Json) =>
    query('SELECT * FROM notification_recipients WHERE notification_id = $1 ORDER BY id', message.id);
  const erase = () => tenant.key.post(`/api/guests/${ada.id}/erase`, {}).expect(200);
  const release = (message: Json) =>
    query('UPDATE notification_recipients SET due_at = now() WHERE notification_id = $1', message.id);

  /** Does something whose recipients wait until they are released. */
  async function waiting(work: () => Promise<Json>): Promise<Json> {
    await query(`
      CREATE FUNCTION later() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN NEW.due_at = now() + interval '1 day'; RETURN NEW; END $$;
      CREATE TRIGGER later BEFORE INSERT ON notification_recipients FOR EACH ROW EXECUTE FUNCTION later()`);
    try {
      return await work();
    } finally {
      await query('DROP TRIGGER later ON notification_recipients; DROP FUNCTION later');
    }
  }

  it('is not readable in the database, waiting or sent, and is sent and shown whole', async () => {
    const message = await waiting(toAda);
    expect(await kept()).toEqual([]);
    expect(await stored(message)).toMatchObject([{ encrypted_values: expect.any(String) }]);
    await release(message);
    await whenDone(tenant.key, message);
    const other = await emailFrom(tenant.key, [NOBODY]);
    await whenDone(tenant.key, other);
    expect(await kept()).toEqual([]);
    expect(await stored(message)).toMatchObject([{ encrypted_address: expect.any(String), encrypted_values: null }]);
    expect(await recipientsOf(tenant.key, message)).toMatchObject([
      { address: ADA.email, guestId: ada.id, guestName: ADA.name, status: 'sent' },
    ]);
    expect(await recipientsOf(tenant.key, other)).toMatchObject([{ address: NOBODY, guestId: null, status: 'sent' }]);
    const [mail] = await mailOf(service, message);
    expect(mail).toMatchObject({ headers: { subject: `Hi ${ADA.name}` } });
    expect(mail!.text).toContain(`Dear ${ADA.name} of ${ADA.company}.`);
    const { body } = await new Client(service.url).post(unsubscribePathIn(mail!)).set('Accept', 'application/json');
    expect(body).toMatchObject({ address: ADA.email, unsubscribed: true });
  });

  it('of a guest is gone with the key, of an address that is nobody’s with the address', async () => {
    const message = await toAda();
    await whenDone(tenant.key, message);
    // As after a restore of keys from a later backup than the rest.
    await query(
      'UPDATE person_keys SET sealed_key = NULL, erased_at = now() WHERE organization_id = $1 AND person_id = $2',
      tenant.organization.id,
      ada.id,
    );
    expect(await recipientsOf(tenant.key, message)).toMatchObject([{ address: null, guestId: ada.id }]);
    const other = await emailFrom(tenant.key, [ADA.email.toUpperCase(), NOBODY]);
    await whenDone(tenant.key, other);
    await erase();
    expect(await recipientsOf(tenant.key, other)).toMatchObject([{ address: null }, { address: NOBODY }]);
    expect(await stored(other)).toMatchObject([{ encrypted_address: null, address_key: null }, {}]);
  });

  it('cannot be read in another row', async () => {
    const message = await emailFrom(tenant.key, ['one@example.com', 'two@example.com']);
    await whenDone(tenant.key, message);
    const [one, two] = await stored(message);
    await query(
      'UPDATE notification_recipients SET encrypted_address = $2 WHERE id = $1',
      two.id,
      one.encrypted_address,
    );
    expect(await recipientsOf(tenant.key, message)).toMatchObject([{ address: null }, { address: 'one@example.com' }]);
  });

  it('does not say that two organizations wrote to one address', async () => {
    const stranger = await registerTenant(service.url);
    const messages = [await emailFrom(tenant.key, [NOBODY]), await emailFrom(stranger.key, [NOBODY])];
    const keys = (await Promise.all(messages.map(stored))).map(([row]) => row.address_key);
    expect(new Set(keys).size).toBe(2);
    expect((await stored(await emailFrom(tenant.key, [NOBODY])))[0]).toMatchObject({ address_key: keys[0] });
  });
});
