import type { GetEventResponse } from '@tour-events/client';
import { createPortal } from 'react-dom';
import { useText } from '../../shared/language';
import { clockText, instantWithZone } from '../../shared/time';
import type { Passenger, Trip } from './trips-queries';

interface Props {
  readonly event: GetEventResponse;
  readonly trip: Trip;
  readonly title: string;
  readonly passengers: readonly Passenger[];
}

/** What the driver leaves with. On the screen it is not there. */
export function TripSheet({ event, trip, title, passengers }: Props) {
  const { trips: text } = useText();
  const stops = new Map(trip.stops.map((stop) => [stop.id, stop]));
  return createPortal(
    <section className="trip-sheet" aria-hidden>
      <h2>{title}</h2>
      <p>
        {[event.name, instantWithZone(trip.departsAt, event.timezone), trip.driver?.name].filter(Boolean).join(' · ')}
      </p>
      <table>
        <thead>
          <tr>
            <th>{text.stopLabel}</th>
            <th>{text.guest}</th>
            <th>{text.sheetPeople}</th>
            <th>{text.sheetAboard}</th>
          </tr>
        </thead>
        <tbody>
          {passengers.map(({ eventGuestId, stopId, name, people, status }) => {
            const stop = stopId === null ? undefined : stops.get(stopId);
            const time = stop?.departsAt == null ? null : clockText(stop.departsAt, event.timezone);
            return (
              <tr key={eventGuestId}>
                <td>{[time, stop?.name].filter(Boolean).join(' ')}</td>
                <td>{name}</td>
                <td>{people}</td>
                <td>{status === 'boarded' || status === 'alighted' ? '✓' : ''}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>,
    document.body,
  );
}
