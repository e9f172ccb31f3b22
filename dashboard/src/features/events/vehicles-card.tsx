import './vehicles-card.css';
import { Link } from '@tanstack/react-router';
import { Card } from '../../shared/card';
import { useText } from '../../shared/language';
import { TextLink } from '../../shared/text-link';
import { SeatKey, VehicleDrawing } from '../../shared/vehicle-drawing';
import type { EventDetails } from './events-queries';

interface Props {
  readonly eventId: string;
  readonly vehicles: NonNullable<EventDetails['vehicles']>;
}

/** The vehicles of an event from above, at one scale, with who sits in them. */
export function VehiclesCard({ eventId, vehicles }: Props) {
  const { seats } = useText();
  const board = { to: '/events/$eventId', params: { eventId }, search: { tab: 'seats' } } as const;
  return (
    <Card title={seats.vehicles} more={<TextLink {...board}>{seats.board}</TextLink>}>
      <div className="fleet">
        {vehicles.map(({ vehicleAssignmentId, name, capacity, driver, guests, plusOnes }) => {
          const taken = seats.takenOf(guests + plusOnes, capacity);
          return (
            <Link key={vehicleAssignmentId} {...board}>
              <VehicleDrawing capacity={capacity} guests={guests} brought={plusOnes} hasDriver={driver !== null} />
              <b>{name}</b>
              <span>{driver === null ? seats.withoutDriver(taken) : taken}</span>
            </Link>
          );
        })}
        {vehicles.length === 0 ? <p>{seats.noVehicles}</p> : null}
      </div>
      {vehicles.length === 0 ? null : <SeatKey />}
    </Card>
  );
}
