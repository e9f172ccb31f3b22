import ICAL from 'ical.js';
import type { Json } from './client';

/** An entry of a calendar, as a calendar program reads it. */
export interface ReadEntry {
  readonly method: string | null;
  readonly uid: string;
  readonly summary: string;
  readonly sequence: number;
  readonly status: string;
  /** In UTC. */
  readonly start: string;
  readonly attendee: string | null;
  readonly organizer: string | null;
}

/** The entries of a calendar, in its order. */
export function entriesOf(text: string): ReadEntry[] {
  const calendar = ICAL.Component.fromString(text);
  const zones = new Map(
    calendar
      .getAllSubcomponents('vtimezone')
      .map((zone) => [String(zone.getFirstPropertyValue('tzid')), new ICAL.Timezone(zone)]),
  );
  return calendar.getAllSubcomponents('vevent').map((entry) => {
    const value = (name: string): Json => entry.getFirstPropertyValue(name);
    const start = value('dtstart');
    start.zone = zones.get(String(entry.getFirstProperty('dtstart')!.getFirstParameter('tzid'))) ?? start.zone;
    return {
      method: calendar.getFirstPropertyValue('method') as string | null,
      uid: value('uid') as string,
      summary: value('summary') as string,
      sequence: Number(value('sequence')),
      status: value('status') as string,
      start: start.toJSDate().toISOString() as string,
      attendee: value('attendee') as string | null,
      organizer: value('organizer') as string | null,
    };
  });
}

/** The only entry of a calendar. */
export function entryOf(text: string): ReadEntry {
  const entries = entriesOf(text);
  expect(entries).toHaveLength(1);
  return entries[0]!;
}
