import { useSuspenseQueries, useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { GetEventResponse } from '@tour-events/client';
import { useText } from '../../shared/language';
import { Page } from '../../shared/page';
import { PrintButton, Sheet, SheetFoot, SheetLine, SheetPart } from '../../shared/sheet';
import { clockText, dateIn, periodText, shortDate } from '../../shared/time';
import { events, EventState } from '../events';
import { sessionQuery } from '../session';
import { coachesQuery, teamOfQuery, tripsQuery, type Trip } from '../trips';

/** Everybody and everything that an event needs on the day, on paper: who is called when, what leaves when, and where it is. */
export function CallSheetPage() {
  const { eventId } = useParams({ from: '/app/events/$eventId/call-sheet' });
  const { callSheet: text } = useText();
  const [{ data: event }, { data: team }, { data: trips }, { data: vehicles }] = useSuspenseQueries({
    queries: [events.one(eventId), teamOfQuery(eventId), tripsQuery(eventId), coachesQuery(eventId)],
  });
  const { organization } = useSuspenseQuery(sessionQuery).data;
  const { record } = event;
  const { name, status, notes, timezone } = record;
  const called = team.filter(({ erasedAt, status: answer }) => erasedAt === null && answer !== 'declined');
  return (
    <Page
      title={text.titleOf(name)}
      crumbs={[{ label: name, to: `/events/${eventId}` }]}
      status={status === 'confirmed' ? undefined : <EventState status={status} />}
      actions={<PrintButton />}
    >
      <Sheet>
        <Facts event={record} />
        <SheetPart title={text.team} none={text.noTeam} heads={[text.call, text.name, text.reach]}>
          {called.sort(byCall).map((member) => (
            <tr key={member.id}>
              <td className="figures">{clockOn(member.callTime, record)}</td>
              <td>
                <b dir="auto">{member.name}</b>
                <SheetLine parts={[member.role, member.status === 'confirmed' ? null : text.unconfirmed]} />
                <SheetLine parts={[member.notes]} />
              </td>
              <td>
                <Reach phone={member.phone} />
                {member.phone === null ? <SheetLine parts={[member.email]} /> : null}
              </td>
            </tr>
          ))}
        </SheetPart>
        <SheetPart title={text.trips} none={text.noTrips} heads={[text.departs, text.vehicle, text.driver]}>
          {trips
            .filter((trip) => trip.status !== 'cancelled')
            .map((trip) => (
              <TripRow key={trip.id} trip={trip} event={record} />
            ))}
        </SheetPart>
        <SheetPart title={text.vehicles} none={text.noVehicles} heads={[text.seats, text.vehicle, text.plate]}>
          {vehicles.map(({ id, vehicle, seatsUsed, capacity, notes: note }) => (
            <tr key={id}>
              <td className="figures">{`${seatsUsed} / ${capacity}`}</td>
              <td>
                <b dir="auto">{vehicle.name}</b>
                <SheetLine parts={[note]} />
              </td>
              <td>{vehicle.plateNumber}</td>
            </tr>
          ))}
        </SheetPart>
        {notes === null || notes === '' ? null : (
          <section>
            <h2>{text.notes}</h2>
            <p className="sheet-notes" dir="auto">
              {notes}
            </p>
          </section>
        )}
        <SheetFoot parts={[organization?.name, text.zone(timezone)]} />
      </Sheet>
    </Page>
  );
}

interface OfEvent {
  readonly event: GetEventResponse;
}

function Facts({ event: { startsAt, endsAt, timezone, venue, tourName } }: OfEvent) {
  const { callSheet: text, events } = useText();
  const place = [venue?.address, venue?.city, venue?.country].filter(Boolean).join(', ');
  const when = startsAt === null ? events.rules.undated : periodText(startsAt, endsAt, timezone);
  return (
    <dl>
      <div>
        <dt>{text.when}</dt>
        <dd>{when}</dd>
      </div>
      <div>
        <dt>{text.venue}</dt>
        <dd dir="auto">
          <b>{venue?.name ?? (place === '' ? text.noVenue : null)}</b>
          <SheetLine parts={[place]} />
        </dd>
      </div>
      {tourName === null ? null : (
        <div>
          <dt>{text.tour}</dt>
          <dd dir="auto">{tourName}</dd>
        </div>
      )}
    </dl>
  );
}

function TripRow({ trip, event }: OfEvent & { readonly trip: Trip }) {
  const { callSheet: text, trips: words } = useText();
  const { departsAt, arrivesAt, vehicle, direction, driver, stops, passengers, notes } = trip;
  const people = passengers.expected + passengers.boarded + passengers.alighted;
  const arrival = arrivesAt === null ? null : text.arrives(clockOn(arrivesAt, event));
  return (
    <tr>
      <td className="figures">{clockOn(departsAt, event)}</td>
      <td>
        <b dir="auto">{vehicle.name}</b>
        <SheetLine parts={[vehicle.plateNumber, words.directions[direction], words.people(people), arrival]} />
        {stops.length === 0 ? null : (
          <ol>
            {stops.map((stop) => (
              <li key={stop.id}>
                {stop.departsAt === null ? null : <span className="figures">{clockOn(stop.departsAt, event)} </span>}
                <bdi>{[stop.name, stop.address].filter(Boolean).join(', ')}</bdi>
              </li>
            ))}
          </ol>
        )}
        <SheetLine parts={[notes]} />
      </td>
      <td>
        {driver === null ? words.noDriver : <span dir="auto">{driver.name}</span>}
        <Reach phone={driver?.phone ?? null} />
      </td>
    </tr>
  );
}

function Reach({ phone }: { readonly phone: string | null }) {
  return phone === null ? null : (
    <a href={`tel:${phone}`} className="figures">
      {phone}
    </a>
  );
}

/** By the clocks of the place; with the day, where it is another than that of the event. */
function clockOn(instant: string | null, { startsAt, timezone }: GetEventResponse): string {
  if (instant === null) return '';
  const day = dateIn(instant, timezone);
  const isSameDay = startsAt !== null && dateIn(startsAt, timezone) === day;
  return isSameDay ? clockText(instant, timezone) : `${shortDate(day)} ${clockText(instant, timezone)}`;
}

interface Called {
  readonly callTime: string | null;
  readonly name: string;
}

/** Who is called first; who has no time comes last. */
function byCall(a: Called, b: Called): number {
  const at = ({ callTime }: Called) => (callTime === null ? Infinity : Date.parse(callTime));
  return at(a) === at(b) ? a.name.localeCompare(b.name) : at(a) - at(b);
}
