import { auditOf } from '../support/audit';
import type { Json } from '../support/client';
import { useTenant, useTestApp } from '../support/fixtures';
import { expectProblem } from '../support/problem';

import { untagged } from '../support/rows';

const UNKNOWN = '019a0000-0000-7000-8000-000000000000';

describe('batches', () => {
  const service = useTestApp();
  const tenant = useTenant(service);
  const stranger = useTenant(service);

  const make = async (path: string, body: Json): Promise<Json> => (await tenant.key.post(path, body).expect(201)).body;
  const batch = async (path: string, body: Json): Promise<Json> =>
    (await tenant.key.post(`${path}/batch`, body).expect(200)).body;
  const read = async (path: string): Promise<Json> => (await tenant.key.get(path).expect(200)).body;
  const outcomesOf = ({ results }: Json): string[] =>
    results.map(({ status, errors }: Json) =>
      status === 'error' ? errors.map(({ field, code }: Json) => `${field} ${code}`).join(', ') : status,
    );
  const newEvent = (fields: Json = {}) => make('/api/events', { name: 'An event', ...fields });
  const newGuests = (count: number) =>
    Promise.all(Array.from({ length: count }, (_none, index) => make('/api/guests', { name: `Guest ${index}` })));

  describe('of guests', () => {
    it('creates and changes guests by externalId, and names bad items', async () => {
      const known = await make('/api/guests', { name: 'Known', externalId: 'g-1', company: 'Same' });
      const taken = await make('/api/guests', { name: 'Other', externalId: 'g-2' });
      const report = await batch('/api/guests', {
        match: 'externalId',
        mode: 'upsert',
        items: [
          { externalId: 'g-1', name: ' Renamed ' },
          { externalId: 'g-3', name: 'New', email: 'new@example.com', tags: ['vip'] },
          { externalId: 'g-2' },
          { externalId: 'g-4', name: 'Bad', email: 'nothing', phone: 7 },
          { externalId: 'g-5' },
          { name: 'Nobody' },
          { externalId: 'g-3', company: 'Later' },
          'text',
          { externalId: 'g-6', name: 'Odd', nothing: true },
        ],
      });
      expect(outcomesOf(report)).toEqual([
        'updated',
        'created',
        'unchanged',
        'email invalid_email, phone wrong_type',
        'name required',
        'externalId required',
        'updated',
        'item wrong_type',
        'nothing unknown_field',
      ]);
      expect(report).toMatchObject({ created: 1, updated: 2, unchanged: 1 });
      expect(report.results.map(({ index }: Json) => index)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
      expect(report.results[3].id).toBeNull();
      expect(report.results[0].id).toBe(known.id);
      expect(report.results[2].id).toBe(taken.id);
      expect(await read(`/api/guests/${known.id}`)).toMatchObject({ name: 'Renamed', company: 'Same' });
      expect(await read(`/api/guests/${report.results[1].id}`)).toMatchObject({
        name: 'New',
        email: 'new@example.com',
        company: 'Later',
        tags: ['vip'],
      });
      const actions = (await auditOf(service.databaseUrl, known.id)).map(({ action }) => action);
      expect(actions).toEqual(['guest.created', 'guest.updated']);
      expect((await auditOf(service.databaseUrl, report.results[1].id)).map(({ action }) => action)).toEqual([
        'guest.created',
      ]);
    });

    it('names texts that cannot be stored, and takes the items that have none', async () => {
      const bad = Array.from({ length: 120 }, (_none, index) => ({ externalId: `u-${index}`, name: `A\0${index}` }));
      const report = await batch('/api/guests', {
        items: [
          { externalId: 'u-a', name: '\ud800', email: 'nothing' },
          { externalId: 'u-b', name: 'Tagged', tags: ['vip', 'A\0'] },
          'a text\0',
          { externalId: 'u-c', name: 'Odd', 'a\0': 1 },
          ...bad,
          { externalId: 'u-z', name: 'Good', tags: ['vip'] },
        ],
      });
      expect(outcomesOf(report).slice(0, 5)).toEqual([
        'name invalid_characters, email invalid_email',
        'tags.1 invalid_characters',
        'item wrong_type',
        'a\0 invalid_characters',
        'name invalid_characters',
      ]);
      expect(report).toMatchObject({ created: 1, errorsTotal: 125 });
      expect(report.results[0].errors[0].message).toBe('name must be well-formed Unicode.');
      expect(report.results.at(-1)).toMatchObject({ status: 'created', errors: [] });
      // Beside the items there is nothing else to take.
      const refusal = await tenant.key.post('/api/guests/batch', {
        mode: 'A\0',
        items: [{ externalId: 'u-q', name: 'Q' }],
      });
      expectProblem(refusal, 400, 'validation_failed');
    });

    it('names all that is wrong with an item, whatever kind of rule it breaks', async () => {
      const report = await batch('/api/guests', {
        match: 'externalId',
        items: [
          { email: 'nothing', nothing: true },
          { externalId: 7, name: 8 },
        ],
      });
      expect(outcomesOf(report)).toEqual([
        'nothing unknown_field, email invalid_email, externalId required',
        'name wrong_type, externalId wrong_type',
      ]);
    });

    it('finds guests by e-mail address ignoring case, also under another name, and says so', async () => {
      const one = await make('/api/guests', { name: 'One', email: 'single@example.com' });
      await make('/api/guests', { name: 'Second', email: 'second@example.com', externalId: 'taken' });
      const report = await batch('/api/guests', {
        match: 'email',
        items: [
          { email: 'SINGLE@example.com', name: 'Changed' },
          { email: 'own@example.com', name: 'Own' },
          { email: 'own@example.com', name: 'Own', externalId: 'taken' },
          { externalId: 'x', name: 'Without' },
        ],
      });
      expect(outcomesOf(report)).toEqual(['updated', 'created', 'externalId external_id_taken', 'email required']);
      expect(report.results[0].id).toBe(one.id);
      expect(report.renamed).toEqual([{ index: 0, id: one.id, from: 'One', to: 'Changed' }]);
    });

    it('tells guests who share an e-mail address apart by name, as an import does', async () => {
      const email = 'family@example.com';
      const mum = await make('/api/guests', { name: 'Mum', email });
      const couple = await batch('/api/guests', {
        match: 'email',
        items: [
          { email, name: 'mum', company: 'ACME' },
          { email, name: 'Kid' },
          { email: 'FAMILY@example.com', name: 'Broken', phone: 'wrong' },
        ],
      });
      expect(outcomesOf(couple)).toEqual(['updated', 'created', 'phone invalid_phone']);
      expect(couple.renamed).toEqual([]);
      const later = await batch('/api/guests', {
        match: 'email',
        items: [{ email, name: 'Kid' }, { email: 'x@example.com' }],
      });
      expect(later.results[0]).toMatchObject({ status: 'unchanged', id: couple.results[1].id });
      const doubtful = { email, notes: 'Whom does this mean?' };
      expect(outcomesOf(await batch('/api/guests', { match: 'email', items: [doubtful] }))).toEqual([
        'email ambiguous',
      ]);
      await make('/api/guests', { name: 'KID', email });
      const items = [{ email, name: 'Kid' }];
      expect(outcomesOf(await batch('/api/guests', { match: 'email', items }))).toEqual(['email ambiguous']);
      expect(await read(`/api/guests/${mum.id}`)).toMatchObject({ name: 'mum', company: 'ACME' });
      const unknown = [{ email: 'single@example.com', name: 'New', externalId: 'n-2' }];
      await make('/api/guests', { name: 'Old', email: 'single@example.com', externalId: 'n-1' });
      expect(outcomesOf(await batch('/api/guests', { match: 'email', items: unknown }))).toEqual(['created']);
    });

    it('reports renames by externalId, too', async () => {
      const known = await make('/api/guests', { name: 'Before', externalId: 'renamed' });
      const report = await batch('/api/guests', { items: [{ externalId: 'renamed', name: 'After' }] });
      expect(report.renamed).toEqual([{ index: 0, id: known.id, from: 'Before', to: 'After' }]);
    });

    it('reports guests who exist where it may only create', async () => {
      await make('/api/guests', { name: 'Known', externalId: 'there' });
      const items = [
        { externalId: 'there', name: 'Changed' },
        { externalId: 'fresh', name: 'Fresh' },
        { externalId: 'fresh', name: 'Again' },
      ];
      const report = await batch('/api/guests', { mode: 'create', items });
      expect(outcomesOf(report)).toEqual(['externalId already_exists', 'created', 'externalId already_exists']);
    });

    it('creates each guest once, however many batches name them at once', async () => {
      const items = Array.from({ length: 20 }, (_none, index) => ({
        name: `Raced ${index}`,
        email: `raced-${index}@example.com`,
        externalId: `raced-${index}`,
      }));
      const bodies = (['externalId', 'email'] as const).flatMap((match) => [
        { match, items },
        { match, items: [...items].reverse() },
      ]);
      const reports = await Promise.all([
        ...bodies.map((body) => batch('/api/guests', body)),
        ...items.slice(0, 5).map((item) => tenant.key.post('/api/guests', item).then(() => null)),
      ]);
      expect(reports.flatMap((report) => (report === null ? [] : outcomesOf(report))).sort()[0]).toBe('created');
      expect((await read('/api/guests?q=raced&limit=100')).total).toBe(20);
    });

    it.each([
      ['no items', {}, 'items'],
      ['an empty list', { items: [] }, 'items'],
      ['501 items', { items: Array.from({ length: 501 }, () => ({})) }, 'items'],
      ['items that are no list', { items: { name: 'A' } }, 'items'],
      ['an unknown way to match', { items: [{}], match: 'phone' }, 'match'],
      ['an unknown mode', { items: [{}], mode: 'delete' }, 'mode'],
    ])('is refused with %s', async (_what, body, field) => {
      const response = await tenant.key.post('/api/guests/batch', body);
      expectProblem(response, 400, 'validation_failed');
      expect(response.body.errors.map((error: Json) => error.field)).toEqual([field]);
    });

    it('never reaches guests of another organization', async () => {
      const theirs: Json = (await stranger.key.post('/api/guests', { name: 'Theirs', externalId: 'theirs' })).body;
      const report = await batch('/api/guests', { items: [{ externalId: 'theirs', name: 'Mine' }] });
      expect(outcomesOf(report)).toEqual(['created']);
      expect((await stranger.key.get(`/api/guests/${theirs.id}`)).body.name).toBe('Theirs');
    });

    it('is repeated by its Idempotency-Key', async () => {
      const send = () =>
        tenant.key
          .post('/api/guests/batch')
          .set('Idempotency-Key', 'batch-1')
          .send({ items: [{ externalId: 'once', name: 'Once' }] });
      const first = await send().expect(200);
      const second = await send().expect(200);
      expect(second.headers['idempotent-replayed']).toBe('true');
      expect(second.body).toEqual(first.body);
    });
  });

  describe("of an event's guests", () => {
    it('adds guests with answer, seat and check-in, and changes those who are there', async () => {
      const event = await newEvent();
      const vehicle = await make('/api/vehicles', { name: 'Bus', capacity: 3 });
      const seat = (await make(`/api/events/${event.id}/vehicles`, { vehicleId: vehicle.id })).id;
      const [one, two, three] = await newGuests(3);
      const ada = await make('/api/guests', { name: 'Ada', externalId: 'ada' });
      const there = await make(`/api/events/${event.id}/guests`, { guestId: two!.id });
      const path = `/api/events/${event.id}/guests`;
      const report = await batch(path, {
        items: [
          { guestId: one!.id, rsvp: 'accepted', plusOnes: 1, vehicleAssignmentId: seat, notes: 'In front' },
          { guestId: two!.id, rsvp: 'accepted', checkedIn: true },
          { externalId: 'ada' },
          { externalId: 'ada' },
          { guestId: three!.id, vehicleAssignmentId: seat, plusOnes: 2 },
          { guestId: UNKNOWN },
          { externalId: 'nobody' },
          { guestId: one!.id, externalId: 'ada' },
          {},
          { guestId: three!.id, vehicleAssignmentId: UNKNOWN },
          { guestId: three!.id, rsvp: 'declined', vehicleAssignmentId: seat },
          { guestId: one!.id, plusOnes: 3 },
          { guestId: three!.id, rsvp: 'perhaps' },
        ],
      });
      expect(outcomesOf(report)).toEqual([
        'created',
        'updated',
        'created',
        'unchanged',
        'vehicleAssignmentId over_capacity',
        'guestId not_found',
        'externalId not_found',
        'guestId not_combinable, externalId not_combinable',
        'guestId required, externalId required',
        'vehicleAssignmentId not_found',
        'vehicleAssignmentId guest_declined',
        'vehicleAssignmentId over_capacity',
        'rsvp not_allowed',
      ]);
      const { data } = await read(path);
      expect(data).toHaveLength(3);
      const first = data.find((row: Json) => row.guestId === one!.id);
      expect(first).toMatchObject({ rsvp: 'accepted', plusOnes: 1, vehicleAssignmentId: seat, notes: 'In front' });
      expect(first.id).toBe(report.results[0].id);
      expect(report.results[1].id).toBe(there.id);
      expect(data.find((row: Json) => row.guestId === ada.id)).toMatchObject({ rsvp: 'pending', plusOnes: 0 });
      expect((await read(`${path}/${there.id}`)).checkedInAt).not.toBeNull();
      const actions = (await auditOf(service.databaseUrl, first.id)).map(({ action }) => action);
      expect(actions.sort()).toEqual(['event_guest.added', 'event_guest.updated', 'event_guest.vehicle_changed']);
      const again = await batch(path, {
        items: [
          { guestId: one!.id, rsvp: 'declined' },
          { guestId: two!.id, checkedIn: false },
        ],
      });
      expect(outcomesOf(again)).toEqual(['updated', 'updated']);
      expect(await read(`${path}/${first.id}`)).toMatchObject({
        rsvp: 'declined',
        plusOnes: 0,
        vehicleAssignmentId: null,
      });
      expect((await read(`${path}/${there.id}`)).checkedInAt).toBeNull();
    });

    it('names all that is wrong with an item, whatever kind of rule it breaks', async () => {
      const event = await newEvent();
      const [guest] = await newGuests(1);
      const report = await batch(`/api/events/${event.id}/guests`, {
        items: [{ rsvp: 'perhaps' }, { guestId: guest!.id, externalId: 'x', plusOnes: -1 }, { guestId: 7, notes: 8 }],
      });
      expect(outcomesOf(report)).toEqual([
        'rsvp not_allowed, guestId required, externalId required',
        'plusOnes out_of_range, guestId not_combinable, externalId not_combinable',
        'guestId wrong_type, notes wrong_type',
      ]);
    });

    it('lets a guest change into a larger vehicle together with more company', async () => {
      const event = await newEvent();
      const path = `/api/events/${event.id}`;
      const assign = async (capacity: number): Promise<string> => {
        const vehicle = await make('/api/vehicles', { name: 'Bus', capacity });
        return (await make(`${path}/vehicles`, { vehicleId: vehicle.id })).id;
      };
      const [small, large] = [await assign(1), await assign(5)];
      const [guest] = await newGuests(1);
      await batch(`${path}/guests`, { items: [{ guestId: guest!.id, vehicleAssignmentId: small }] });
      const report = await batch(`${path}/guests`, {
        items: [{ guestId: guest!.id, plusOnes: 4, vehicleAssignmentId: large }],
      });
      expect(outcomesOf(report)).toEqual(['updated']);
      expect((await read(`/api/vehicle-assignments/${small}`)).seatsUsed).toBe(0);
      expect((await read(`/api/vehicle-assignments/${large}`)).seatsUsed).toBe(5);
    });

    it('counts places within a batch and among batches and answers at once', async () => {
      const event = await newEvent({ capacity: 20 });
      const path = `/api/events/${event.id}/guests`;
      const guests = await newGuests(40);
      const vehicle = await make('/api/vehicles', { name: 'Bus', capacity: 6 });
      const vehicleAssignmentId = (await make(`/api/events/${event.id}/vehicles`, { vehicleId: vehicle.id })).id;
      const single = await make(path, { guestId: guests[0]!.id });
      const parts = [1, 2, 3].map((part) => guests.slice(part * 10, part * 10 + 10));
      const reports = await Promise.all([
        ...parts.map((part) =>
          batch(path, { items: part.map(({ id }) => ({ guestId: id, rsvp: 'accepted', vehicleAssignmentId })) }),
        ),
        ...parts.map((part) => batch(path, { items: part.map(({ id }) => ({ guestId: id, rsvp: 'accepted' })) })),
        tenant.key.patch(`${path}/${single.id}`, { rsvp: 'accepted' }).then(() => null),
      ]);
      expect(reports.flatMap((report) => (report === null ? [] : outcomesOf(report)))).toEqual(
        expect.arrayContaining(['created', 'rsvp event_full', 'vehicleAssignmentId over_capacity']),
      );
      const accepted = await read(`${path}?rsvp=accepted&limit=100`);
      expect(accepted.total).toBe(20);
      expect((await read(`/api/vehicle-assignments/${vehicleAssignmentId}`)).seatsUsed).toBe(6);
      // Each item was used as a whole or not at all: who has not accepted is not on the event, but for the single one.
      const { data } = await read(`${path}?rsvp=pending`);
      expect(data.filter(({ id }: Json) => id !== single.id)).toEqual([]);
    });

    it('is 404 for an event of another organization, whose guests are unknown', async () => {
      const theirs: Json = (await stranger.key.post('/api/events', { name: 'Theirs' }).expect(201)).body;
      const their: Json = (await stranger.key.post('/api/guests', { name: 'Their', externalId: 'their' })).body;
      for (const id of [theirs.id, UNKNOWN, 'x'])
        expectProblem(await tenant.key.post(`/api/events/${id}/guests/batch`, { items: [{}] }), 404, 'not_found');
      const event = await newEvent();
      const report = await batch(`/api/events/${event.id}/guests`, {
        items: [{ guestId: their.id }, { externalId: 'their' }],
      });
      expect(outcomesOf(report)).toEqual(['guestId not_found', 'externalId not_found']);
    });

    it('leaves what it shows like the single routes', async () => {
      const event = await newEvent();
      const [guest] = await newGuests(1);
      const path = `/api/events/${event.id}/guests`;
      const { results } = await batch(path, { items: [{ guestId: guest!.id, rsvp: 'tentative' }] });
      const alone = await read(`${path}/${results[0].id}`);
      expect(untagged((await read(path)).data[0])).toEqual(alone);
      expect(await read(new URL(alone.rsvpUrl).pathname)).toMatchObject({ rsvp: 'tentative' });
    });
  });

  describe('of expenses', () => {
    it('logs expenses, changes those with a known externalId, and names bad items', async () => {
      const [event, other] = [await newEvent(), await newEvent()];
      const path = `/api/events/${event.id}/expenses`;
      await make(`/api/events/${other.id}/expenses`, {
        category: 'transport',
        amount: '1.00',
        externalId: 'elsewhere',
      });
      const known = await make(path, { category: 'transport', amount: '1.00', externalId: 'x-1', description: 'Bus' });
      const report = await batch(path, {
        items: [
          { category: 'catering', amount: '12.5', externalId: 'x-2', incurredAt: '2027-05-01T10:00:00Z' },
          { externalId: 'x-1', amount: '2.00' },
          { externalId: 'x-1', amount: '2' },
          { category: 'transport', amount: '3.00' },
          { category: 'nothing', amount: '1.00' },
          { category: 'transport', amount: '1.001' },
          { amount: '1.00' },
          { category: 'transport', amount: 1 },
          { category: 'transport', amount: '9.00', externalId: 'elsewhere' },
          { externalId: 'x-2', description: 'Dinner' },
        ],
      });
      expect(outcomesOf(report)).toEqual([
        'created',
        'updated',
        'unchanged',
        'created',
        'category not_allowed',
        'amount invalid_amount',
        'category required',
        'amount invalid_amount',
        'externalId external_id_taken',
        'updated',
      ]);
      expect(report).toMatchObject({ created: 2, updated: 2, unchanged: 1 });
      expect(await read(`/api/expenses/${known.id}`)).toMatchObject({ amount: '2.00', description: 'Bus' });
      expect(await read(`/api/expenses/${report.results[0].id}`)).toMatchObject({
        eventId: event.id,
        amount: '12.50',
        incurredAt: '2027-05-01T10:00:00.000Z',
        description: 'Dinner',
      });
      const { totals } = await read('/api/expenses/reports?from=2027-05-01&to=2027-05-01');
      expect(totals).toMatchObject({ amount: '12.50', count: 1 });
    });

    it('names all that an item shows to be wrong, and then what its organization rules out', async () => {
      const event = await newEvent();
      const path = `/api/events/${event.id}/expenses`;
      await make(path, { category: 'transport', amount: '1', currency: 'KWD', externalId: 'dinars' });
      const report = await batch(path, {
        items: [
          { category: 'nothing', amount: 1 },
          { category: 'nothing', amount: '1.001', nothing: true },
          { category: 'nothing', incurredAt: 'soon' },
          { category: 'nothing' },
          { category: 'nothing', amount: '1.001', externalId: 'dinars', description: 7 },
          { amount: '1.001', currency: 'EUR', incurredAt: '2200-01-01T00:00:00Z' },
          { category: 'nothing', amount: '1.001' },
          { category: 'nothing', externalId: 'new' },
        ],
      });
      expect(outcomesOf(report)).toEqual([
        'amount invalid_amount',
        'nothing unknown_field',
        'incurredAt invalid_timestamp, amount required',
        'amount required',
        'description wrong_type',
        'category required, amount invalid_amount, incurredAt out_of_range',
        'category not_allowed, amount invalid_amount',
        'amount required',
      ]);
    });

    it('logs each externalId once, however many ask for it at once', async () => {
      const event = await newEvent();
      const path = `/api/events/${event.id}/expenses`;
      const items = Array.from({ length: 10 }, (_none, index) => ({
        category: 'transport',
        amount: '1.00',
        externalId: `at-once-${index}`,
      }));
      const reports = await Promise.all([
        batch(path, { items }),
        batch(path, { items: [...items].reverse() }),
        batch(path, { items }),
      ]);
      expect(reports.reduce((sum, report) => sum + report.created, 0)).toBe(10);
      expect(reports.reduce((sum, report) => sum + report.unchanged, 0)).toBe(20);
      expect((await read(path)).total).toBe(10);
      const theirs: Json = (await stranger.key.post('/api/events', { name: 'Theirs' }).expect(201)).body;
      expectProblem(await tenant.key.post(`/api/events/${theirs.id}/expenses/batch`, { items }), 404, 'not_found');
    });
  });
});
