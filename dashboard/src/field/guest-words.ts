import { isDone } from './guests';
import type { FieldGuest, FieldView } from './types';
import { language, words } from './words';

const TRIP_WORDS = {
  expected: words.expected,
  boarded: words.onBoard,
  no_show: words.missing,
  alighted: words.gotOff,
} as const;
const LOCALE = language === 'de' ? 'de' : 'en-GB';

/** What stands in the way of a guest, or how they are. */
export function wordOf(guest: FieldGuest, view: FieldView): string {
  const { alert, checkedInAt, tripStatus, vehicle } = guest;
  if (alert === 'declined') return words.declined;
  if (alert === 'cancelled') return words.cancelled;
  if (alert === 'waiting' && !isDone(guest, view)) return words.onWaitingList;
  if (alert === 'other_vehicle') return words.otherVehicle(vehicle?.name ?? null);
  if (view.link.kind === 'trip') return tripStatus === null ? words.notOnTrip : TRIP_WORDS[tripStatus];
  return checkedInAt === null ? '' : words.alreadyIn(timeOf(checkedInAt, view));
}

/** What else one wants to know of a guest, in one line. */
export function lineOf({ people, companions, party, stop }: FieldGuest): string {
  return [words.people(people), ...companions, party?.name, stop?.name].filter(Boolean).join(' · ');
}

/** The same in a list, whose headings are the stops and who is not on the trip, and in which most are expected. */
export function rowTextOf(guest: FieldGuest, view: FieldView): string {
  const word = wordOf(guest, view);
  const isHeading = word === words.expected || word === words.notOnTrip;
  return [lineOf({ ...guest, stop: null }), isHeading ? '' : word].filter(Boolean).join(' · ');
}

/** What the link opens, in one line: its event, or where the bus goes. */
export function subtitleOf(view: FieldView): string {
  const { event, trip } = view;
  if (trip === null) {
    const day = event.startsAt === null ? null : dateOf(event.startsAt, view);
    return [event.name, day].filter(Boolean).join(' · ');
  }
  const { name, plateNumber } = trip.vehicle;
  const when = `${words.directions[trip.direction]}, ${timeOf(trip.departsAt, view)}`;
  return [event.name, name, plateNumber, when].filter(Boolean).join(' · ');
}

/** In the event's zone. */
export function timeOf(moment: string, { event: { timezone } }: FieldView): string {
  const format = { hour: '2-digit', minute: '2-digit', timeZone: timezone } as const;
  return new Intl.DateTimeFormat(LOCALE, format).format(new Date(moment));
}

function dateOf(moment: string, { event: { timezone } }: FieldView): string {
  const format = { day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit', timeZone: timezone } as const;
  return new Intl.DateTimeFormat(LOCALE, format).format(new Date(moment));
}
