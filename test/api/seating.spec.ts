import { registerTenant } from '../support/builders';
import type { Json } from '../support/client';
import { useFollowedEvents, useTenant, useTestApp } from '../support/fixtures';
import { outboxOf } from '../support/outbox';
import { inParallel } from '../support/parallel';
import { assignVehicle, invite as inviteTo, pathOfGuest, seat as seatIn } from '../support/guests';
import { patiently } from '../support/patiently';
import { lockWaits, whileLocked } from '../support/sql';

const UNKNOWN = '019a0000-0000-7000-8000-000000000000';

describe('seats in vehicles', () => {
  const service = useTestApp();
  useFollowedEvents(service);
  const tenant = useTenant(service);

  const made = async (path: string, body: Record<string, unknown>): Promise<Json> =>
    (await tenant.key.post(path, body).expect(201)).body;
  const read = async (path: string): Promise<Json> => (await tenant.key.get(path).expect(200)).body;
  const assign = (event: Json, capacity: number) => assignVehicle(tenant.key, event, capacity);
  const invite = async (event: Json, plusOnes = 0): Promise<Json> => {
    const guest = await inviteTo(tenant.key, event);
    return plusOnes === 0 ? guest : (await tenant.key.patch(pathOfGuest(guest), { plusOnes }).expect(200)).body;
  };
  const ask = (guest: Json, body: Record<string, unknown>) => tenant.key.post(`${pathOfGuest(guest)}/vehicle`, body);
  const seat = (guest: Json, assignment: Json) => seatIn(tenant.key, guest, assignment);

  describe('giving a guest one', () => {
    let event: Json;
    let assignment: Json;

    beforeEach(async () => {
      event = await made('/api/events', { name: 'Salzburg' });
      assignment = await assign(event, 4);
    });

    it('answers the guest, by the assignment or by its vehicle', async () => {
      const guest = await invite(event, 1);
      const seated = await seat(guest, assignment);
      expect(seated).toEqual({ ...guest, vehicleAssignmentId: assignment.id, updatedAt: expect.any(String) });
      expect(await read(pathOfGuest(guest))).toEqual(seated);
      const second = await invite(event);
      const { body } = await ask(second, { vehicleId: assignment.vehicleId }).expect(200);
      expect(body.vehicleAssignmentId).toBe(assignment.id);
      expect(await read(`/api/vehicle-assignments/${assignment.id}`)).toMatchObject({ guestCount: 2, seatsUsed: 3 });
      expect((await outboxOf(service.databaseUrl, guest.id)).at(-1)).toMatchObject({
        type: 'guest.vehicle_changed',
        data: { vehicleAssignmentId: assignment.id },
      });
    });

    it('takes the guest off with null, named either way', async () => {
      const guest = await invite(event);
      for (const field of ['vehicleAssignmentId', 'vehicleId']) {
        await seat(guest, assignment);
        const { body } = await ask(guest, { [field]: null }).expect(200);
        expect(body.vehicleAssignmentId).toBe(null);
        expect((await ask(guest, { [field]: null }).expect(200)).body.vehicleAssignmentId).toBe(null);
      }
    });

    it('moves the guest from one vehicle to another', async () => {
      const guest = await invite(event, 1);
      const other = await assign(event, 2);
      await seat(guest, assignment);
      await seat(guest, other);
      expect((await read(`/api/vehicle-assignments/${assignment.id}`)).seatsUsed).toBe(0);
      expect((await read(`/api/vehicle-assignments/${other.id}`)).seatsUsed).toBe(2);
      // In a full vehicle their own seats are theirs.
      await seat(guest, other);
    });

    it('refuses more people than there are seats left, plus-ones included', async () => {
      await seat(await invite(event, 1), assignment);
      const family = await invite(event, 2);
      const { body } = await ask(family, { vehicleAssignmentId: assignment.id }).expect(409);
      expect(body.code).toBe('over_capacity');
      expect((await read(pathOfGuest(family))).vehicleAssignmentId).toBe(null);
      await seat(await invite(event, 1), assignment);
    });

    it('counts the limit of the assignment, not all seats of the vehicle', async () => {
      await tenant.key.patch(`/api/vehicle-assignments/${assignment.id}`, { capacityOverride: 1 }).expect(200);
      await seat(await invite(event), assignment);
      await ask(await invite(event), { vehicleId: assignment.vehicleId }).expect(409);
    });

    it.each([
      ['neither', {}],
      ['both', { vehicleAssignmentId: UNKNOWN, vehicleId: UNKNOWN }],
      ['both, with null', { vehicleAssignmentId: null, vehicleId: null }],
    ])('refuses %s of the two names', async (_what, body) => {
      const answer = await ask(await invite(event), body).expect(400);
      const fields = answer.body.errors.map((error: Json) => error.field);
      expect(fields).toEqual(['vehicleAssignmentId', 'vehicleId']);
    });

    it('says in its description that one of them must be there', async () => {
      const { schemas } = (await read('/api/openapi.json')).components;
      expect(schemas.SeatByAssignment).toMatchObject({
        required: ['vehicleAssignmentId'],
        additionalProperties: false,
        properties: { vehicleAssignmentId: { type: ['string', 'null'] } },
      });
      expect(schemas.SeatByVehicle.required).toEqual(['vehicleId']);
    });

    it('refuses what is no text, and what it does not know', async () => {
      const guest = await invite(event);
      for (const body of [{ vehicleAssignmentId: 7 }, { vehicleId: ['a'] }, { vehicleId: null, seat: 1 }]) {
        await ask(guest, body).expect(400);
      }
    });

    it('knows no vehicle of another event, of nobody, or of another organization', async () => {
      const guest = await invite(event);
      const elsewhere = await assign(await made('/api/events', { name: 'Linz' }), 4);
      const stranger = await registerTenant(service.url);
      for (const body of [
        { vehicleAssignmentId: elsewhere.id },
        { vehicleId: elsewhere.vehicleId },
        { vehicleAssignmentId: UNKNOWN },
        { vehicleId: UNKNOWN },
        { vehicleAssignmentId: 'nonsense' },
        { vehicleId: 'nonsense' },
      ])
        await ask(guest, body).expect(404);
      await stranger.key.post(`${pathOfGuest(guest)}/vehicle`, { vehicleAssignmentId: assignment.id }).expect(404);
      await ask({ ...guest, id: UNKNOWN }, { vehicleAssignmentId: assignment.id }).expect(404);
      await ask({ ...guest, eventId: elsewhere.eventId }, { vehicleAssignmentId: elsewhere.id }).expect(404);
      expect((await read(pathOfGuest(guest))).vehicleAssignmentId).toBe(null);
    });

    it('never seats in another vehicle than was named, when the assignment gets another at the same moment', async () => {
      const guest = await invite(event);
      const other = await made('/api/vehicles', { name: 'Other', capacity: 8 });
      const answer = await whileLocked(
        service.databaseUrl,
        ['SELECT FROM events WHERE id = $1 FOR NO KEY UPDATE', event.id],
        async (holder) => {
          const asked = ask(guest, { vehicleId: assignment.vehicleId }).then((responded) => responded);
          await lockWaits(service.databaseUrl);
          await holder.query('UPDATE vehicle_assignments SET vehicle_id = $1 WHERE id = $2', [other.id, assignment.id]);
          return { asked };
        },
      );
      expect((await answer.asked).status).toBe(404);
      expect((await read(pathOfGuest(guest))).vehicleAssignmentId).toBe(null);
    });

    it('refuses a guest who does not come', async () => {
      const guest = await invite(event);
      await tenant.key.patch(pathOfGuest(guest), { rsvp: 'declined' }).expect(200);
      expect((await ask(guest, { vehicleId: assignment.vehicleId }).expect(409)).body.code).toBe('guest_declined');
    });

    it('is given back when the guest declines, brings more than fit, or leaves', async () => {
      const [first, second] = [await invite(event, 1), await invite(event, 1)];
      await seat(first, assignment);
      await seat(second, assignment);
      const { body } = await tenant.key.patch(pathOfGuest(second), { plusOnes: 2 }).expect(409);
      expect(body.code).toBe('over_capacity');
      await tenant.key.patch(pathOfGuest(first), { rsvp: 'declined' }).expect(200);
      await tenant.key.patch(pathOfGuest(second), { plusOnes: 3 }).expect(200);
      await tenant.key.delete(pathOfGuest(second)).expect(204);
      expect((await read(`/api/vehicle-assignments/${assignment.id}`)).seatsUsed).toBe(0);
    });

    it('is kept by a guest who brings fewer people, even if there are still more than the vehicle has seats', async () => {
      const guest = await invite(event, 3);
      await seat(guest, assignment);
      // While the event is over, the vehicle may come to have fewer seats than its guests.
      await tenant.key.patch(`/api/events/${event.id}`, { status: 'completed' }).expect(200);
      await tenant.key.patch(`/api/vehicles/${assignment.vehicleId}`, { capacity: 2 }).expect(200);
      await tenant.key.patch(`/api/events/${event.id}`, { status: 'confirmed' }).expect(200);
      const { body } = await tenant.key.patch(pathOfGuest(guest), { plusOnes: 2 }).expect(200);
      expect(body).toMatchObject({ plusOnes: 2, vehicleAssignmentId: assignment.id });
      const more = await tenant.key.patch(pathOfGuest(guest), { plusOnes: 3 }).expect(409);
      expect(more.body.code).toBe('over_capacity');
      await tenant.key.patch(pathOfGuest(guest), { rsvp: 'declined' }).expect(200);
    });
  });

  describe('when many ask at once', () => {
    let event: Json;
    let assignment: Json;
    let assignmentPath: string;

    beforeEach(async () => {
      event = await made('/api/events', { name: 'Salzburg' });
      assignment = await assign(event, 40);
      assignmentPath = `/api/vehicle-assignments/${assignment.id}`;
    });

    const crowd = async (size: number, plusOnesOf: (index: number) => number = () => 0): Promise<Json[]> => {
      const guests: Json[] = [];
      const places = Array.from({ length: size }, (_, index) => index);
      await inParallel(places, async (index) => void guests.push(await invite(event, plusOnesOf(index))));
      return guests;
    };
    const patientlyAsk = (guest: Json, body: Record<string, unknown>) => patiently(service, () => ask(guest, body));
    const patientlyPatch = (path: string, body: Record<string, unknown>) =>
      patiently(service, () => tenant.key.patch(path, body));
    const patientlyDelete = (path: string) => patiently(service, () => tenant.key.delete(path));
    const askAll = (guests: Json[], body: Record<string, unknown> = { vehicleAssignmentId: assignment.id }) =>
      Promise.all(guests.map(async (guest) => (await patientlyAsk(guest, body)).status));
    const countOf = (answers: number[], status: number) => answers.filter((answer) => answer === status).length;
    const used = async (): Promise<number> => (await read(assignmentPath)).seatsUsed;
    const seatsOf = (guest: Json): number => 1 + guest.plusOnes;

    it('gives exactly as many seats as there are', async () => {
      const guests = await crowd(100);
      const answers = await Promise.all(
        guests.map(async (guest, index) =>
          patientlyAsk(
            guest,
            index % 2 ? { vehicleAssignmentId: assignment.id } : { vehicleId: assignment.vehicleId },
          ).then(({ status, body }) => (status === 200 ? '200' : `${status} ${body.code}`)),
        ),
      );
      expect(answers.filter((answer) => answer === '200')).toHaveLength(40);
      expect(answers.filter((answer) => answer === '409 over_capacity')).toHaveLength(60);
      expect(await read(assignmentPath)).toMatchObject({ guestCount: 40, seatsUsed: 40 });
    });

    it('counts plus-ones, and refuses only who does not fit', async () => {
      const guests = await crowd(40, (index) => index % 4);
      const answers = await askAll(guests);
      const seated = guests.filter((_, index) => answers[index] === 200);
      const refused = guests.filter((_, index) => answers[index] === 409);
      expect(seated.length + refused.length).toBe(40);
      const taken = await used();
      expect(taken).toBe(seated.reduce((sum, guest) => sum + seatsOf(guest), 0));
      expect(taken).toBeLessThanOrEqual(40);
      for (const guest of refused) expect(seatsOf(guest)).toBeGreaterThan(40 - taken);
    });

    it('never gives more than the vehicle has while its capacity is lowered and guests bring more people', async () => {
      const [seated, guests] = [await crowd(10), await crowd(30)];
      expect(countOf(await askAll(seated), 200)).toBe(10);
      const vehiclePath = `/api/vehicles/${assignment.vehicleId}`;
      const changes = [30, 20, 14, 6];
      const [answers, grown, lowered] = await Promise.all([
        askAll(guests),
        Promise.all(seated.map(async (guest) => (await patientlyPatch(pathOfGuest(guest), { plusOnes: 1 })).status)),
        Promise.all(changes.map(async (capacity) => (await patientlyPatch(vehiclePath, { capacity })).status)),
      ]);
      const { capacity } = await read(vehiclePath);
      expect([40, ...changes.filter((_, index) => lowered[index] === 200)]).toContain(capacity);
      expect(countOf(answers, 200) + countOf(answers, 409)).toBe(30);
      expect(countOf(grown, 200) + countOf(grown, 409)).toBe(10);
      expect(await used()).toBe(10 + countOf(answers, 200) + countOf(grown, 200));
      expect(await used()).toBeLessThanOrEqual(capacity);
    });

    it('never gives more than the limit while the limit is lowered and the vehicle swapped', async () => {
      const guests = await crowd(40);
      const van = await made('/api/vehicles', { name: 'Van', capacity: 16 });
      const changes = [{ capacityOverride: 24 }, { vehicleId: van.id }, { capacityOverride: 8 }];
      const [answers, changed] = await Promise.all([
        askAll(guests),
        Promise.all(changes.map(async (change) => (await patientlyPatch(assignmentPath, change)).status)),
      ]);
      const { capacity, seatsUsed } = await read(assignmentPath);
      expect(changed.every((status) => [200, 400, 409].includes(status))).toBe(true);
      expect(seatsUsed).toBe(countOf(answers, 200));
      expect(seatsUsed).toBeLessThanOrEqual(capacity);
      expect(countOf(answers, 200) + countOf(answers, 409)).toBe(40);
    });

    it('leaves nobody in a vehicle that is taken off the event', async () => {
      const guests = await crowd(30);
      const [answers, deleted] = await Promise.all([
        askAll(guests),
        patientlyDelete(assignmentPath).then(({ status }) => status),
      ]);
      expect(deleted).toBe(204);
      expect(countOf(answers, 200) + countOf(answers, 404)).toBe(30);
      const { data } = await read(`/api/events/${event.id}/guests?limit=100`);
      expect(data.map((guest: Json) => guest.vehicleAssignmentId)).toEqual(data.map(() => null));
    });

    it('loses no seat of those who decline or leave meanwhile', async () => {
      const [seated, waiting] = [await crowd(40), await crowd(40)];
      expect(countOf(await askAll(seated), 200)).toBe(40);
      const [leaving, declining] = [seated.slice(0, 8), seated.slice(8, 20)];
      const [answers, left, declined] = await Promise.all([
        askAll(waiting),
        Promise.all(leaving.map(async (guest) => (await patientlyDelete(pathOfGuest(guest))).status)),
        Promise.all(
          declining.map(async (guest) => (await patientlyPatch(pathOfGuest(guest), { rsvp: 'declined' })).status),
        ),
      ]);
      expect([countOf(left, 204), countOf(declined, 200)]).toEqual([8, 12]);
      expect(await used()).toBe(20 + countOf(answers, 200));
      const still = waiting.filter((_, index) => answers[index] !== 200);
      const later = await askAll(still);
      expect(countOf(later, 200)).toBe(20 - countOf(answers, 200));
      expect(await used()).toBe(40);
    });

    it('gets through everything that can happen to two events with the same vehicle', async () => {
      const other = await made('/api/events', { name: 'Linz', status: 'completed' });
      const elsewhere = await made(`/api/events/${other.id}/vehicles`, { vehicleId: assignment.vehicleId });
      const vehiclePath = `/api/vehicles/${assignment.vehicleId}`;
      const here = await crowd(20);
      const there: Json[] = [];
      await inParallel(here, async () => void there.push(await invite(other)));
      const statuses = await Promise.all([
        ...here.map((guest) => patientlyAsk(guest, { vehicleId: assignment.vehicleId })),
        ...there.map((guest) => patientlyAsk(guest, { vehicleAssignmentId: elsewhere.id })),
        ...here.slice(10).map((guest) => patientlyPatch(pathOfGuest(guest), { plusOnes: 1 })),
        ...there.slice(15).map((guest) => patientlyDelete(`/api/guests/${guest.guestId}`)),
        ...[39, 30, 25, 38].map((capacity) => patientlyPatch(vehiclePath, { capacity })),
        ...[30, null, 35].map((capacityOverride) => patientlyPatch(assignmentPath, { capacityOverride })),
        ...[1, 2, 3].map(() => patientlyDelete(vehiclePath)),
        patientlyPatch(`/api/events/${event.id}`, { status: 'cancelled' }),
        patientlyDelete(vehiclePath),
      ]).then((answers) => answers.map(({ status }) => status));
      expect(statuses.filter((status) => status >= 500)).toEqual([]);
      for (const assigned of [assignment, elsewhere]) {
        const { status, body } = await tenant.key.get(`/api/vehicle-assignments/${assigned.id}`);
        const seated = (await read(`/api/events/${assigned.eventId}/guests?limit=100`)).data.filter(
          (guest: Json) => guest.vehicleAssignmentId !== null,
        );
        if (status === 404) {
          expect(seated).toEqual([]);
          continue;
        }
        expect(seated.map((guest: Json) => guest.vehicleAssignmentId)).toEqual(seated.map(() => assigned.id));
        expect(body).toMatchObject({
          guestCount: seated.length,
          seatsUsed: seated.reduce((sum: number, guest: Json) => sum + seatsOf(guest), 0),
        });
      }
      const { status, body } = await tenant.key.get(assignmentPath);
      expect(status === 404 || body.seatsUsed <= 40).toBe(true);
    });
  });
});
