import { registerTenant, type Tenant } from '../support/builders';
import { Client, type Json } from '../support/client';
import { createTestDatabase } from '../support/database';
import { eventually } from '../support/eventually';
import { newEvent } from '../support/guests';
import { MailServer } from '../support/mail';
import { Opened } from '../support/mail-queue';
import { crowd, recipientsOf, RecipientTable, whenDone } from '../support/notifications';
import { ProductProcess } from '../support/process';

const onLinux = process.platform === 'linux' ? describe : describe.skip;
const MANY = 4_000;
const FEWER = 1_000;
/** What one process has in flight at most, and so what nobody may know of when it is killed. */
const MAX_UNKNOWN = 5;

onLinux('a bulk notification', () => {
  const opened = new Opened();
  let server: MailServer;
  let table: RecipientTable;
  let environment: Record<string, string>;

  beforeEach(async () => {
    server = opened.add(await MailServer.start());
    const database = await createTestDatabase();
    opened.add({ close: () => database.drop() });
    table = opened.add(await RecipientTable.open(database.url));
    environment = {
      DATABASE_URL: database.url,
      SMTP_URL: server.url,
      RATE_LIMIT: '1000000',
      MAIL_DAILY_LIMIT_UNCONFIRMED: '0',
      ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
    };
  });
  afterEach(() => opened.close());

  async function launch(): Promise<ProductProcess> {
    const product = await ProductProcess.launch(environment);
    opened.add({ close: () => product.cleanUp() });
    await product.url();
    return product;
  }

  /** Accepts a notification to so many guests of an event. */
  async function accept(tenant: Tenant, guests: number): Promise<Json> {
    const event = await newEvent(tenant.key);
    await crowd(table, { ...event, organizationId: tenant.organization.id }, guests);
    const body = { channel: 'email', eventId: event.id, subject: 'Hello {{guest.name}}', body: '{{rsvpUrl}}' };
    const accepted = (await tenant.key.post('/api/notifications/bulk', body).expect(202)).body;
    expect(accepted).toMatchObject({ total: guests, failed: 0 });
    return accepted;
  }

  const keyAt = async (product: ProductProcess, { apiKey }: Tenant) =>
    new Client(await product.url(), { Authorization: `Bearer ${apiKey.key}` });
  const sentTo = (count: number) => eventually(`${count} messages`, () => server.received.length >= count, 120_000);

  /** Nobody got two messages, everybody but those whom nobody knows of got one, and the counts say so. */
  async function expectExact(key: Client, notification: Json, kills: number): Promise<void> {
    const done = await whenDone(key, notification, 240_000);
    const addressees = server.received.map(({ headers }) => headers['to']!);
    expect(new Set(addressees).size).toBe(addressees.length);
    expect(done.sent + done.failed).toBe(notification.total);
    expect(done.failed).toBeLessThanOrEqual(kills * MAX_UNKNOWN);
    expect(addressees.length).toBeGreaterThanOrEqual(done.sent);
    expect(await table.count(`status = 'sent'`)).toBe(done.sent);
    const failed = await recipientsOf(key, done, 'status=failed');
    expect(failed.map(({ error }) => error)).toEqual(Array(done.failed).fill('outcome_unknown'));
    expect(done.status).toBe(done.failed === 0 ? 'sent' : 'partly_failed');
  }

  it('to thousands whose only process is killed, twice, is finished by the next', async () => {
    const first = await launch();
    const tenant = await registerTenant(await first.url());
    const accepted = await accept(tenant, MANY);
    await sentTo(MANY / 10);
    await first.end('SIGKILL');
    const second = await launch();
    await sentTo(MANY / 2);
    await second.end('SIGKILL');
    const third = await launch();
    await expectExact(await keyAt(third, tenant), accepted, 2);
  }, 600_000);

  it('to a thousand is finished by the other when one of two processes is killed', async () => {
    const [first, second] = [await launch(), await launch()];
    const tenant = await registerTenant(await first.url());
    const accepted = await accept(tenant, FEWER);
    await sentTo(FEWER / 5);
    await first.end('SIGKILL');
    await expectExact(await keyAt(second, tenant), accepted, 1);
  }, 600_000);

  it('to a thousand is exact when its process is stopped, and started again', async () => {
    const first = await launch();
    const tenant = await registerTenant(await first.url());
    const accepted = await accept(tenant, FEWER);
    await sentTo(FEWER / 5);
    expect(await first.end('SIGTERM')).toBe(0);
    const second = await launch();
    await expectExact(await keyAt(second, tenant), accepted, 0);
    expect(server.received).toHaveLength(FEWER);
  }, 600_000);
});
