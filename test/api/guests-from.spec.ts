import { registerTenant, type Tenant } from '../support/builders';
import type { Json } from '../support/client';
import { useFollowedEvents, useTestApp } from '../support/fixtures';
import { auditOf } from '../support/audit';
import { invite, newEvent } from '../support/guests';
import { outboxOf } from '../support/outbox';
import { expectProblem } from '../support/problem';

const UNKNOWN_ID = '019a1b2c-3d4e-7f50-8a61-b2c3d4e5f607';

const service = useTestApp();
useFollowedEvents(service);
let tenant: Tenant;
// `all` takes whoever is there, so each test has an organization of its own.
beforeEach(async () => {
  tenant = await registerTenant(service.url);
});

const newGuest = async (fields: Json, owner = tenant): Promise<Json> =>
  (await owner.session.post('/api/guests', fields).expect(201)).body;
const add = (event: Json, from: Json) => tenant.session.post(`/api/events/${event.id}/guests`, { from });
const namesOn = async (event: Json): Promise<string[]> => {
  const { body } = await tenant.session.get(`/api/events/${event.id}/guests?sortBy=name&limit=100`).expect(200);
  return body.data.map(({ guest }: Json) => guest.name);
};

describe('putting guests on an event from elsewhere', () => {
  it('takes everybody, but not those of others, and skips those who are there', async () => {
    await newGuest({ name: 'Of a stranger' }, await registerTenant(service.url));
    const [ada, bert] = [await newGuest({ name: 'Ada' }), await newGuest({ name: 'Bert' })];
    const event = await newEvent(tenant.session);
    const present = await invite(tenant.session, event, { name: 'Present' });
    await tenant.session
      .patch(`/api/events/${event.id}/guests/${present.id}`, { rsvp: 'accepted', plusOnes: 2 })
      .expect(200);

    const { body } = await add(event, { all: true }).expect(201);
    expect(Object.keys(body)).toEqual(['data']);
    expect(body.data.map(({ guestId }: Json) => guestId)).toEqual([ada.id, bert.id]);
    for (const added of body.data) {
      expect(added).toMatchObject({ eventId: event.id, rsvp: 'pending', plusOnes: 0, vehicleAssignmentId: null });
      const { body: stored } = await tenant.session.get(`/api/events/${event.id}/guests/${added.id}`).expect(200);
      expect(stored).toEqual(added);
      const types = (await outboxOf(service.databaseUrl, added.id)).map(({ type }) => type);
      expect(types).toEqual(['event_guest.added']);
      const actions = (await auditOf(service.databaseUrl, added.id)).map(({ action }) => action);
      expect(actions).toEqual(['event_guest.added']);
    }
    expect(await namesOn(event)).toEqual(['Ada', 'Bert', 'Present']);
    const { body: before } = await tenant.session.get(`/api/events/${event.id}/guests/${present.id}`).expect(200);
    expect(before).toMatchObject({ rsvp: 'accepted', plusOnes: 2 });

    expect((await add(event, { all: true }).expect(201)).body).toEqual({ data: [] });
  });

  it('takes those with a tag, in whatever case', async () => {
    await newGuest({ name: 'Ada', tags: ['Fête'] });
    await newGuest({ name: 'Bert', tags: ['fête 2'] });
    await newGuest({ name: 'Cora', tags: ['press', 'FETE'] });
    const event = await newEvent(tenant.session);
    expect((await add(event, { tag: 'fete' }).expect(201)).body.data).toHaveLength(2);
    expect(await namesOn(event)).toEqual(['Ada', 'Cora']);
    expect((await add(event, { tag: 'nobody has it' }).expect(201)).body).toEqual({ data: [] });
  });

  it("takes another event's, who have not answered for this one", async () => {
    const source = await newEvent(tenant.session);
    const ada = await invite(tenant.session, source, { name: 'Ada' });
    await invite(tenant.session, source, { name: 'Bert' });
    await newGuest({ name: 'On no event' });
    await tenant.session.patch(`/api/events/${source.id}/guests/${ada.id}`, { rsvp: 'declined', notes: 'Ill' });
    const event = await newEvent(tenant.session);
    const { body } = await add(event, { eventId: source.id }).expect(201);
    expect(body.data).toMatchObject([
      { guestId: ada.guestId, rsvp: 'pending', notes: null },
      { rsvp: 'pending', guest: { name: 'Bert' } },
    ]);
    expect((await add(event, { eventId: event.id }).expect(201)).body).toEqual({ data: [] });
    expect(await namesOn(source)).toEqual(['Ada', 'Bert']);
  });

  it('leaves erased guests out', async () => {
    const source = await newEvent(tenant.session, { status: 'completed' });
    const ada = await invite(tenant.session, source, { name: 'Ada', tags: ['vip'] });
    await invite(tenant.session, source, { name: 'Bert', tags: ['vip'] });
    await tenant.session.post(`/api/guests/${ada.guestId}/erase`).expect(200);
    for (const from of [{ eventId: source.id }, { tag: 'vip' }, { all: true }]) {
      const event = await newEvent(tenant.session);
      expect((await add(event, from).expect(201)).body.data).toMatchObject([{ guest: { name: 'Bert' } }]);
      expect(await namesOn(event)).toEqual(['Bert']);
    }
  });

  it('names the event that is not there', async () => {
    const theirs = await newEvent((await registerTenant(service.url)).session);
    const event = await newEvent(tenant.session);
    for (const eventId of [UNKNOWN_ID, 'nonsense', theirs.id]) {
      const response = await add(event, { eventId });
      expectProblem(response, 404, 'not_found');
      expect(response.body.errors).toMatchObject([{ field: 'from.eventId', code: 'not_found' }]);
    }
    for (const id of [UNKNOWN_ID, 'nonsense', theirs.id])
      expectProblem(await add({ id }, { all: true }), 404, 'not_found');
  });

  it('counts exactly with more than fit into one batch, however many ask at once', async () => {
    const lines = Array.from({ length: 1_101 }, (_, index) => `Guest ${index},crm-${index}`);
    await tenant.session
      .post('/api/guests/import')
      .type('text/csv')
      .send(`name,externalId\n${lines.join('\n')}\n`)
      .expect(200);
    const event = await newEvent(tenant.session);
    const responses = await Promise.all([1, 2, 3].map(() => add(event, { all: true }).expect(201)));
    const counts = responses.map(({ body }) => body.data.length).sort((a, b) => a - b);
    expect(counts).toEqual([0, 0, 1_101]);
    const { body } = await tenant.session.get(`/api/events/${event.id}/guests`).expect(200);
    expect(body.total).toBe(1_101);
    const [all] = responses.filter(({ body: { data } }) => data.length > 0);
    expect(new Set(all!.body.data.map(({ guestId }: Json) => guestId)).size).toBe(1_101);
  });
});
