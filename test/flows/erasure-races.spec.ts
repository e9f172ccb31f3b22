import { registerTenant, type Tenant } from '../support/builders';
import { Client, type Json } from '../support/client';
import { eventually } from '../support/eventually';
import { useOwnTestApp } from '../support/fixtures';
import { findings } from '../support/forgotten';
import { assignVehicle, newEvent, rsvpPathOf, seat } from '../support/guests';
import { sealAuditRecords } from '../support/jobs';
import { sql } from '../support/sql';

const ROUNDS = 4;
/** Stands in every value of the guest who is erased, and in what is written of them at the same moment. */
let mark = '';
let rounds = 0;

interface Stage {
  readonly tenant: Tenant;
  readonly ada: Json;
  /** Over. */
  readonly past: Json;
  readonly upcoming: Json;
}

/** What writes something of a guest, with the statuses that the two orders have. */
const WRITERS: readonly [name: string, statuses: readonly number[], write: (stage: Stage) => PromiseLike<Json>][] = [
  [
    'an answer',
    [200, 404],
    ({ upcoming }) => new Client(service.url).post(rsvpPathOf(upcoming), { rsvp: 'accepted', note: `${mark} comes` }),
  ],
  ['a change', [200, 409], ({ tenant, ada }) => tenant.key.patch(`/api/guests/${ada.id}`, { notes: `${mark} again` })],
  [
    'notes on an event that is over',
    [200, 409],
    ({ tenant, past }) =>
      tenant.key.patch(`/api/events/${past.eventId}/guests/${past.id}`, { notes: `${mark} was there` }),
  ],
  [
    'notes on an event to come',
    [200, 404],
    ({ tenant, upcoming }) =>
      tenant.key.patch(`/api/events/${upcoming.eventId}/guests/${upcoming.id}`, { notes: `${mark} comes` }),
  ],
  [
    'a check-in',
    [200, 409],
    ({ tenant, past }) => tenant.key.post(`/api/events/${past.eventId}/guests/${past.id}/check-in`),
  ],
  [
    'a batch for the event',
    [200],
    ({ tenant, ada, upcoming }) =>
      tenant.key.post(`/api/events/${upcoming.eventId}/guests/batch`, {
        items: [{ guestId: ada.id, rsvp: 'accepted', notes: `${mark} by batch` }],
      }),
  ],
  [
    'one more event',
    [201, 404],
    async ({ tenant, ada }) =>
      tenant.key.post(`/api/events/${(await newEvent(tenant.key)).id}/guests`, { guestId: ada.id }),
  ],
  [
    'a message',
    [202, 404, 400],
    ({ tenant, ada }) =>
      tenant.key.post('/api/notifications/email', { guestIds: [ada.id], subject: 'Hi', body: 'Hi {{guest.name}}' }),
  ],
  [
    'the end of their vehicle',
    [204],
    async ({ tenant, past }) => {
      const assignment = (await tenant.key.get(`/api/events/${past.eventId}/vehicles`).expect(200)).body.data[0];
      return tenant.key.delete(`/api/vehicle-assignments/${assignment.id}`);
    },
  ],
  ['the end of the guest', [204, 404], ({ tenant, ada }) => tenant.key.delete(`/api/guests/${ada.id}`)],
];

const service = useOwnTestApp();

describe('erasing a guest at the same moment as', () => {
  let tenant: Tenant;

  beforeAll(async () => {
    tenant = await registerTenant(service.url);
    await tenant.key
      .post('/api/webhooks', { url: 'http://127.0.0.1:9/nobody-listens', eventTypes: ['*'], fullPayload: true })
      .expect(201);
  });

  async function stage(): Promise<Stage> {
    mark = `zyxrace${++rounds}x`;
    const fields = { name: `${mark} Ada`, email: `${mark}@example.com`, dietary: `${mark} diet` };
    const { body: ada } = await tenant.key.post('/api/guests', fields).expect(201);
    const put = async (event: Json): Promise<Json> =>
      (await tenant.key.post(`/api/events/${event.id}/guests`, { guestId: ada.id }).expect(201)).body;
    const past = await put(
      await newEvent(tenant.key, { startsAt: '2020-05-14T10:00:00Z', endsAt: '2020-05-14T12:00:00Z' }),
    );
    await seat(tenant.key, past, await assignVehicle(tenant.key, { id: past.eventId }, 4));
    return { tenant, ada, past, upcoming: await put(await newEvent(tenant.key)) };
  }

  /** Until nothing is sent any more: a message under way may still have the name of its recipient. */
  const whenSent = () =>
    eventually('all messages to be done', async () => {
      const waiting = await sql(
        service.databaseUrl,
        `SELECT 1 FROM notification_recipients WHERE status IN ('queued', 'sending')`,
      );
      return waiting.length === 0 ? true : null;
    });

  it.each(WRITERS)('%s leaves no value behind', async (_name, statuses, write) => {
    const erasedMarks: string[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const staged = await stage();
      const erasing = () => tenant.key.post(`/api/guests/${staged.ada.id}/erase`, { force: true });
      const writing = () => write(staged);
      // Either may be the first to arrive.
      const [first, second] = round % 2 === 0 ? [erasing, writing] : [writing, erasing];
      const [one, other] = await Promise.all([first(), second()]);
      const [erased, written] = round % 2 === 0 ? [one, other] : [other, one];
      expect([200, 404]).toContain((erased as Json).status);
      expect(statuses).toContain((written as Json).status);
      // A guest who was deleted first was never erased.
      if ((erased as Json).status === 200) erasedMarks.push(mark);
    }
    await whenSent();
    await sealAuditRecords(service);
    expect(await findings(service, erasedMarks)).toEqual([]);
    expect((await tenant.key.get('/api/audit-logs/verify').expect(200)).body.valid).toBe(true);
  });
});
