import { useSuspenseQueries, useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useText } from '../../shared/language';
import { needsOf } from '../../shared/needs-of';
import { Page } from '../../shared/page';
import { PrintButton, Sheet, SheetFoot, SheetLine, SheetPart } from '../../shared/sheet';
import { periodText } from '../../shared/time';
import { events } from '../events';
import { manifestQuery, type Passenger } from '../seats';
import { sessionQuery } from '../session';

interface Listed extends Passenger {
  readonly vehicleName: string | null;
}

/** Everybody who may come, on paper, by name: for a door where nothing is charged. */
export function GuestListPage() {
  const { eventId } = useParams({ from: '/app/events/$eventId/guest-list' });
  const { sheets: text, seats } = useText();
  const [{ data: event }, { data: manifest }] = useSuspenseQueries({
    queries: [events.one(eventId), manifestQuery(eventId)],
  });
  const { organization } = useSuspenseQuery(sessionQuery).data;
  const { name, startsAt, endsAt, timezone, venue } = event.record;
  const guests: Listed[] = [
    ...manifest.vehicles.flatMap(({ vehicle, guests: seated }) =>
      seated.map((guest) => ({ ...guest, vehicleName: vehicle.name })),
    ),
    ...manifest.unseated.map((guest) => ({ ...guest, vehicleName: null })),
  ]
    .filter(({ erasedAt }) => erasedAt === null)
    .sort((a, b) => a.name.localeCompare(b.name));
  const coming = guests.filter(({ rsvp }) => rsvp === 'accepted');
  const others = guests.filter(({ rsvp }) => rsvp !== 'accepted');
  const people = coming.reduce((sum, { plusOnes }) => sum + 1 + plusOnes, 0);
  const heads = [text.here, text.name, text.people, text.needs, text.phone];
  const when = startsAt === null ? null : periodText(startsAt, endsAt, timezone);
  return (
    <Page title={text.guestListOf(name)} crumbs={[{ label: name, to: `/events/${eventId}` }]} actions={<PrintButton />}>
      <Sheet>
        <p dir="auto">{[when, venue?.name, venue?.city].filter(Boolean).join(' · ')}</p>
        <SheetPart title={text.coming} none={text.nobody} heads={heads}>
          {coming.map((guest) => (
            <GuestRow key={guest.eventGuestId} guest={guest} />
          ))}
        </SheetPart>
        {others.length === 0 ? null : (
          <SheetPart title={text.open} none={text.nobody} heads={heads}>
            {others.map((guest) => (
              <GuestRow key={guest.eventGuestId} guest={guest} />
            ))}
          </SheetPart>
        )}
        <SheetFoot parts={[seats.sheet.total(coming.length, people), organization?.name]} />
      </Sheet>
    </Page>
  );
}

function GuestRow({ guest }: { readonly guest: Listed }) {
  const { eventGuests: text } = useText();
  const { name, company, vehicleName, plusOnes, companions, notes, phone } = guest;
  const brought = companions.map((one) => one.name).join(', ');
  return (
    <tr>
      <td>
        <span className="sheet-tick" />
      </td>
      <td>
        <span dir="auto">{name}</span>
        <SheetLine parts={[company, vehicleName, brought === '' ? null : text.with(brought)]} />
      </td>
      <td className="figures">{1 + plusOnes}</td>
      <td>
        <SheetLine parts={[needsOf(guest)]} />
        <SheetLine parts={[notes]} />
      </td>
      <td className="figures">{phone}</td>
    </tr>
  );
}
