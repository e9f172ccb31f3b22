import { registerTenant, type Tenant } from '../support/builders';
import { Client, type Json } from '../support/client';
import { useOwnTestApp } from '../support/fixtures';

const ROUNDS = 12;
const AT_ONCE = 24;

/** What one organization has done, to compare with what the service says of it. */
interface Ledger {
  tenant: Tenant;
  event: Json;
  expenses: Map<string, string>;
}

describe('two organizations at once', () => {
  // Fewer connections than requests under way: every connection serves both organizations, one right after the other.
  const service = useOwnTestApp({ DATABASE_POOL_SIZE: '4' });
  let ledgers: [Ledger, Ledger];

  beforeAll(async () => {
    ledgers = [await openLedger('EUR'), await openLedger('CHF')];
  });

  async function openLedger(currency: string): Promise<Ledger> {
    const tenant = await registerTenant(service.url, { currency });
    const event = (await tenant.key.post('/api/events', { name: `Event in ${currency}` }).expect(201)).body;
    return { tenant, event, expenses: new Map() };
  }

  it('never see each other, however their requests interleave', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      await Promise.all(
        Array.from({ length: AT_ONCE }, (_, i) => act(ledgers[i % 2]!, ledgers[(i + 1) % 2]!, (round + i) % 6)),
      );
    }
    for (const { tenant, event, expenses } of ledgers) {
      const seen = new Map<string, string>();
      for (let page = 1; seen.size < expenses.size; page++) {
        const { body } = await tenant.key.get(`/api/events/${event.id}/expenses?limit=100&page=${page}`).expect(200);
        expect(body.total).toBe(expenses.size);
        for (const expense of body.data) seen.set(expense.id, expense.amount);
      }
      expect(seen).toEqual(expenses);
      const { body: report } = await tenant.key.get('/api/expenses/reports').expect(200);
      expect(report.currencies).toEqual([{ ...report.totals }]);
      expect(report.totals.count).toBe(expenses.size);
    }
  });

  it('each learn who they are, with credentials that are valid and others that do not, many at once', async () => {
    const [one, other] = ledgers.map(({ tenant }) => tenant) as [Tenant, Tenant];
    const revoked = await one.session.post('/api/api-keys', { name: 'revoked' }).expect(201);
    await one.session.delete(`/api/api-keys/${revoked.body.id}`).expect(204);
    const callers = [
      one.key,
      other.session,
      keyed(revoked.body.key),
      other.key,
      keyed(`${revoked.body.key}x`),
      one.session,
    ];
    const expected = [one.organization.id, other.organization.id, 401, other.organization.id, 401, one.organization.id];
    const seen = await Promise.all(
      Array.from({ length: 20 * callers.length }, async (_, i) => {
        const { status, body } = await callers[i % callers.length]!.get('/api/organizations/me');
        return status === 200 ? body.id : status;
      }),
    );
    expect(seen).toEqual(Array.from({ length: 20 }, () => expected).flat());
  });

  const keyed = (key: string) => new Client(service.url, { Authorization: `Bearer ${key}` });

  /** One of the things that planners do, checked against the ledger of the organization that did it. */
  async function act(own: Ledger, other: Ledger, deed: number): Promise<void> {
    const { tenant, event, expenses } = own;
    const [known] = expenses.keys();
    const [foreign] = other.expenses.keys();
    if (deed < 2 || known === undefined) {
      const amount = `${expenses.size + 1}.25`;
      const { body } = await tenant.key
        .post(`/api/events/${event.id}/expenses`, { category: 'other', amount })
        .expect(201);
      expect(body).toMatchObject({
        eventId: event.id,
        createdBy: tenant.user.id,
        currency: tenant.organization.currency,
      });
      expenses.set(body.id, body.amount);
    } else if (deed === 2) {
      const { body } = await tenant.key.get(`/api/expenses/${known}`).expect(200);
      expect(body).toMatchObject({ id: known, eventId: event.id });
    } else if (deed === 3) {
      const { body } = await tenant.session.get('/api/events?limit=100').expect(200);
      expect(body.data.map((each: Json) => each.id)).toEqual([event.id]);
    } else if (deed === 4) {
      const { body } = await tenant.key.get('/api/expenses/reports?groupBy=event').expect(200);
      expect(body.groups.map((group: Json) => group.key)).toEqual([event.id]);
    } else if (foreign !== undefined) {
      await tenant.key.patch(`/api/expenses/${foreign}`, { amount: '0' }).expect(404);
      await tenant.key.post(`/api/events/${other.event.id}/expenses`, { category: 'other', amount: '1' }).expect(404);
    }
  }
});
