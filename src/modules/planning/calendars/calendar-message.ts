import type { CalendarEvent } from '../events';
import { eventLines, PRODUCT, zonesOf, type TimedEvent } from './calendar';
import { contentLines } from './content-lines';

/** What a message asks calendars to do: to take an entry, also in place of an older one, or to strike it out. */
export type CalendarMethod = 'REQUEST' | 'CANCEL';

/**
 * An event as a message puts it into its reader's calendar (iTIP, RFC 5546, sections 3.2.2 and 3.2.5). It has the UID of
 * the event's own calendar, and its SEQUENCE grows with every change: so programs update their entry instead of adding one.
 *
 * @param organizer the address that the message is from
 * @param attendee the address that it is for; nothing is asked of it
 */
export function calendarMessage(
  method: CalendarMethod,
  event: CalendarEvent & { readonly startsAt: string },
  organizer: string,
  attendee: string,
): string {
  const zone = zoneOf(event);
  const entry = eventLines(event, zone);
  return contentLines([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:${PRODUCT}`,
    'CALSCALE:GREGORIAN',
    `METHOD:${method}`,
    ...(zone?.definition() ?? []),
    ...entry.slice(0, -1),
    `ORGANIZER:mailto:${organizer}`,
    `ATTENDEE;RSVP=FALSE:mailto:${attendee}`,
    ...entry.slice(-1),
    'END:VCALENDAR',
  ]);
}

function zoneOf(event: TimedEvent) {
  const finding = zonesOf([event]);
  let found = finding.next();
  while (!found.done) found = finding.next();
  return found.value.get(event.timezone);
}
