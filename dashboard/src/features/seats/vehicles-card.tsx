import './vehicles-card.css';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Card } from '../../shared/card';
import { useText } from '../../shared/language';
import { TextLink } from '../../shared/text-link';
import { VehicleDrawing } from '../../shared/vehicle-drawing';
import { manifestQuery } from './seats-queries';

/** The vehicles of an event from above, at one scale, with who sits in them. */
export function VehiclesCard({ eventId }: { readonly eventId: string }) {
  const { seats } = useText();
  const vehicles = useQuery(manifestQuery(eventId)).data?.vehicles;
  const board = { to: '/events/$eventId', params: { eventId }, search: { tab: 'seats' } } as const;
  return (
    <Card title={seats.vehicles} more={<TextLink {...board}>{seats.board}</TextLink>}>
      <div className="fleet" data-loading={vehicles === undefined || undefined}>
        {vehicles?.map(({ vehicleAssignmentId, vehicle, capacity, driver, guests }) => {
          const brought = guests.reduce((sum, { plusOnes }) => sum + plusOnes, 0);
          const taken = seats.takenOf(guests.length + brought, capacity);
          return (
            <Link key={vehicleAssignmentId} {...board}>
              <VehicleDrawing
                capacity={capacity}
                guests={guests.length}
                brought={brought}
                hasDriver={driver.name !== null}
              />
              <b>{vehicle.name}</b>
              <span>{driver.name === null ? seats.withoutDriver(taken) : taken}</span>
            </Link>
          );
        })}
        {vehicles?.length === 0 ? <p>{seats.noVehicles}</p> : null}
      </div>
      <SeatKey />
    </Card>
  );
}

/** What the seats of the drawings mean. */
export function SeatKey() {
  const { seats } = useText();
  return (
    <p className="seat-key">
      {(['guest', 'brought', 'free'] as const).map((state) => (
        <span key={state}>
          <i data-seat={state} aria-hidden />
          {seats.key[state]}
        </span>
      ))}
    </p>
  );
}
