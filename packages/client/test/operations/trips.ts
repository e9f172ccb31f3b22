import type { Stage } from '../every-operation';

export async function call({ te }: Stage): Promise<void> {
  const event = await te.events.create({ name: 'With a trip' });
  const vehicle = await te.vehicles.create({ name: 'A coach', capacity: 8 });
  const assignment = await te.events.vehicles.create(event.id, { vehicleId: vehicle.id });
  const guest = await te.events.guests.add(event.id, { name: 'A rider' });
  const trip = await te.events.trips.create(event.id, {
    vehicleAssignmentId: assignment.id,
    departsAt: '2027-05-14T12:00:00Z',
    stops: [{ name: 'Station' }],
  });
  await te.events.trips.list(event.id, { direction: ['outbound'] });
  await te.trips.list({ vehicleId: vehicle.id });
  await te.trips.get(trip.id);
  await te.trips.update(trip.id, { notes: 'Waits' });
  await te.trips.passengers.add(trip.id, { eventGuestId: guest.id });
  await te.trips.passengers.list(trip.id);
  await te.trips.passengers.update(trip.id, guest.id, { status: 'boarded' });
  const manifest = await te.trips.getManifest(trip.id);
  expect(manifest.withoutStop).toMatchObject([{ eventGuestId: guest.id }]);
  await te.trips.passengers.remove(trip.id, guest.id);
  await te.trips.depart(trip.id, {});
  await te.trips.arrive(trip.id, {});
  const other = await te.events.trips.create(event.id, {
    vehicleAssignmentId: assignment.id,
    departsAt: '2027-05-14T22:00:00Z',
  });
  await te.trips.delete(other.id);
  await te.events.delete(event.id);
}
