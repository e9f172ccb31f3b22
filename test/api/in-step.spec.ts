import { registerTenant, type Tenant } from '../support/builders';
import { ChangesReader } from '../support/changes';
import { Client, type Json } from '../support/client';
import { useTestApp } from '../support/fixtures';
import { invite, newEvent, pathOfGuest, rsvpPathOf } from '../support/guests';

describe('a partner stays in step', () => {
  const service = useTestApp();
  let tenant: Tenant;

  beforeEach(async () => {
    tenant = await registerTenant(service.url);
  });
  afterEach(() => service.clock.release());

  const made = async (path: string, body: Json): Promise<Json> =>
    (await tenant.session.post(path, body).expect(201)).body;

  describe("by the partner's own ids", () => {
    it('which every guest of an event has, in lists and records', async () => {
      const event = await newEvent(tenant.key);
      const guest = await invite(tenant.key, event, { externalId: 'crm-1' });
      const items = { items: [{ externalId: 'crm-2' }] };
      await made('/api/guests', { name: 'Of a batch', externalId: 'crm-2' });
      await tenant.key.post(`/api/events/${event.id}/guests/batch`, items).expect(200);
      expect(guest.guest.externalId).toBe('crm-1');
      const read = await tenant.key.get(pathOfGuest(guest)).expect(200);
      expect(read.body.guest.externalId).toBe('crm-1');
      const list = await tenant.key.get(`/api/events/${event.id}/guests`).expect(200);
      expect(list.body.data.map((row: Json) => row.guest.externalId)).toEqual(['crm-1', 'crm-2']);
    });

    it('which changes name their target by, as it was called at the time', async () => {
      const reader = await ChangesReader.begin(tenant.key);
      const tour = await made('/api/tours', { name: 'A tour', externalId: 'tour-1' });
      await tenant.key.patch(`/api/tours/${tour.id}`, { externalId: 'tour-2' }).expect(200);
      await tenant.key.delete(`/api/tours/${tour.id}`).expect(204);
      const event = await newEvent(tenant.key, { name: 'Without' });
      const guest = await invite(tenant.key, event, { externalId: 'crm-1' });
      await new Client(service.url).post(rsvpPathOf(guest), { rsvp: 'accepted' }).expect(200);
      await tenant.key.delete(pathOfGuest(guest)).expect(204);
      await tenant.key.delete(`/api/guests/${guest.guestId}`).expect(204);
      const changes = await reader.got(9);
      expect(changes.map(({ type, target }) => [type, target.externalId])).toEqual([
        ['tour.created', 'tour-1'],
        ['tour.updated', 'tour-2'],
        ['tour.deleted', 'tour-2'],
        ['event.created', null],
        ['guest.created', 'crm-1'],
        ['event_guest.added', 'crm-1'],
        ['guest.rsvp', 'crm-1'],
        ['event_guest.removed', 'crm-1'],
        ['guest.deleted', 'crm-1'],
      ]);
    });

    it('which go with a person who is erased', async () => {
      const reader = await ChangesReader.begin(tenant.key, '&types=guest.created,guest.checked_in');
      const event = await newEvent(tenant.key);
      const guest = await invite(tenant.key, event, { externalId: 'crm-1' });
      await tenant.key.post(`${pathOfGuest(guest)}/check-in`).expect(200);
      await tenant.session.post(`/api/guests/${guest.guestId}/erase`, { force: true }).expect(200);
      const changes = await reader.got(2);
      expect(changes.map(({ target }) => target.externalId)).toEqual([null, null]);
    });
  });
});
