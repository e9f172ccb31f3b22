import { Alert, Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { randomKey, type GetEventResponse, type ListVehiclesResponse } from '@tour-events/client';
import { readAll, api } from '../../shared/api';
import { useText } from '../../shared/language';
import { ProblemAlert } from '../../shared/problem-alert';
import { dateIn } from '../../shared/time';
import { VehicleDrawing } from '../../shared/vehicle-drawing';
import { reading } from '../../shared/reading';
import { useSession } from '../session';
import { accepted, peopleOf } from './board-model';
import { invalidateSeats, seatGuests, type Manifest, type Passenger } from './seats-queries';

/** As many are asked where they are that day, the smallest first: each is a request. */
const MAX_ASKED = 3;

type Vehicle = ListVehiclesResponse['data'][number];
type Event = Pick<GetEventResponse, 'id' | 'startsAt' | 'endsAt'>;

/**
 * The smallest vehicle in use with room for all who come and have no seat, which is nowhere else on the days of the event;
 * null where there is none.
 */
export const freeVehicleQuery = ({ id, startsAt, endsAt }: Event, { vehicles, unseated }: Manifest, zone: string) => {
  const needed = peopleOf(accepted(unseated));
  const here = vehicles.map(({ vehicle }) => vehicle.id);
  return reading(
    ['vehicles', 'free', id, startsAt, endsAt, needed, here],
    async (options): Promise<Vehicle | null> => {
      if (needed === 0 || startsAt === null) return null;
      const inUse = await readAll(api.vehicles.all({ status: ['active'] }, options));
      const roomy = inUse
        .filter((vehicle) => vehicle.capacity >= needed && !here.includes(vehicle.id))
        .sort((a, b) => a.capacity - b.capacity);
      const days = { from: dateIn(startsAt, zone), to: dateIn(endsAt ?? startsAt, zone) };
      for (const vehicle of roomy.slice(0, MAX_ASKED)) {
        const { total } = await api.vehicles.assignments.listOfVehicle(vehicle.id, { limit: 1, ...days }, options);
        if (total === 0) return vehicle;
      }
      return null;
    },
    { meta: { follows: ['event', 'vehicle_assignment'] as const } },
  );
};

interface Props {
  readonly event: GetEventResponse;
  readonly manifest: Manifest;
  /** Those without a seat, as the board shows them. */
  readonly passengers: readonly Passenger[];
}

/** The vehicle that is free that day, and the one press that seats in it all who come. */
export function FreeVehicle({ event, manifest, passengers }: Props) {
  const { seats } = useText();
  const { organization } = useSession();
  const vehicle = useQuery({
    ...freeVehicleQuery(event, manifest, organization.timezone),
    // While the board changes, it stays where it is.
    placeholderData: (before) => before,
  }).data;
  const waiting = accepted(passengers);
  const {
    mutate,
    isPending,
    error,
    data: failed = 0,
  } = useMutation({
    mutationFn: async (vehicleId: string) => {
      const assignment = await api.events.vehicles.create(event.id, { vehicleId }, { idempotencyKey: randomKey() });
      try {
        return await seatGuests(
          event.id,
          waiting.map(({ guestId }) => ({ guestId, vehicleAssignmentId: assignment.id })),
        );
      } finally {
        await invalidateSeats(event.id);
      }
    },
  });
  const outcome =
    error !== null ? (
      <ProblemAlert error={error} />
    ) : failed > 0 && waiting.length > 0 ? (
      <Alert color="yellow" role="alert">
        {seats.notSeated(failed)}
      </Alert>
    ) : null;
  if (vehicle == null || waiting.length === 0) return outcome;
  const { id, name, capacity, plateNumber } = vehicle;
  return (
    <div className="free-vehicle no-print">
      <VehicleDrawing capacity={capacity} guests={0} brought={0} hasDriver />
      <p>
        <b dir="auto">{seats.isFree(name)}</b>
        <small>{[seats.seatsOf(capacity), plateNumber].filter((part) => part !== null).join(' · ')}</small>
      </p>
      {outcome}
      <Button variant="default" loading={isPending} onClick={() => mutate(id)}>
        {seats.addAndSeat(peopleOf(waiting))}
      </Button>
    </div>
  );
}
