import './print-manifest.css';
import type { GetEventResponse } from '@tour-events/client';
import { useText } from '../../shared/language';
import { needsOf } from '../../shared/needs-of';
import { OWN_TIME_ZONE, instantText, instantWithZone } from '../../shared/time';
import { seatsOf } from './board-model';
import type { Manifest, Passenger } from './seats-queries';

interface Props {
  readonly event: GetEventResponse;
  readonly manifest: Manifest;
}

/** What drivers leave with: a sheet for each vehicle, and one for those without a seat. On the screen it is not there. */
export function PrintManifest({ event, manifest: { vehicles, unseated } }: Props) {
  const { seats: text } = useText();
  const waiting = unseated.filter(({ rsvp }) => rsvp === 'accepted');
  return (
    <div className="manifest-sheets">
      {vehicles.map(({ vehicleAssignmentId, vehicle, driver, capacity, notes, guests }) => (
        <Sheet
          key={vehicleAssignmentId}
          event={event}
          title={vehicle.name}
          facts={[
            [text.sheet.plate, vehicle.plateNumber],
            [text.sheet.driver, [driver.name, driver.phone].filter(Boolean).join(', ')],
            [text.notes, notes],
          ]}
          guests={guests}
          capacity={capacity}
        />
      ))}
      {waiting.length === 0 ? null : (
        <Sheet event={event} title={text.withoutSeat} facts={[]} guests={waiting} capacity={null} />
      )}
    </div>
  );
}

interface SheetProps {
  readonly event: GetEventResponse;
  readonly title: string;
  readonly facts: readonly (readonly [label: string, value: string | null])[];
  readonly guests: readonly Passenger[];
  readonly capacity: number | null;
}

function Sheet({ event, title, facts, guests, capacity }: SheetProps) {
  const { seats: text, sheets } = useText();
  const { name, venue, startsAt, timezone } = event;
  const place = [venue?.name, venue?.address, venue?.city].filter((part) => part != null && part !== '').join(', ');
  const people = guests.reduce((sum, guest) => sum + seatsOf(guest), 0);
  const all = [
    [text.sheet.date, startsAt === null ? null : instantWithZone(startsAt, timezone)] as const,
    [text.sheet.venue, place] as const,
    ...facts,
  ];
  return (
    <section className="manifest-sheet">
      <h2>{title}</h2>
      <p className="manifest-event">{name}</p>
      <dl>
        {all
          .filter(([, value]) => value !== null && value !== '')
          .map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      <table>
        <thead>
          <tr>
            <th aria-label={text.sheet.onBoard}>☐</th>
            <th>{text.sheet.name}</th>
            <th>{text.sheet.people}</th>
            <th>{text.sheet.phone}</th>
            <th>{text.sheet.needs}</th>
            <th>{text.sheet.note}</th>
          </tr>
        </thead>
        <tbody>
          {guests.map((guest) => (
            <tr key={guest.eventGuestId}>
              <td>
                <span className="manifest-tick" />
              </td>
              <td>
                {guest.name}
                {guest.plusOnes > 0 ? ` +${guest.plusOnes}` : ''}
                {guest.rsvp === 'accepted' ? '' : ` (${text.answers[guest.rsvp]})`}
              </td>
              <td>{seatsOf(guest)}</td>
              <td>{guest.phone}</td>
              <td>{needsOf(guest)}</td>
              <td>{guest.notes}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="manifest-foot">
        {text.sheet.total(guests.length, people)}
        {capacity === null ? '' : ` ${text.sheet.seats(people, capacity)}`} ·{' '}
        {sheets.printed(instantText(new Date().toISOString(), OWN_TIME_ZONE))}
      </p>
    </section>
  );
}
