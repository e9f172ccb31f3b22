import { hash } from 'node:crypto';
import { jest } from '@jest/globals';
import ICAL from 'ical.js';
import { calendarOf } from './calendar';
import { CALENDAR_FORMAT } from './calendar-tag';
import { productGlobal } from '../../../../test/support/product-global';

type Entry = Parameters<typeof calendarOf>[2][number];

const ZONES = Intl.supportedValuesOf('timeZone');
/** The most look-ups of a zone's offset. A calendar of events scattered over all years took 400,000. */
const MAX_LOOK_UPS = 40_000;

function event(number: number, startsAt: string, timezone: string): Entry {
  const id = `019a0000-0000-7000-8000-${String(number).padStart(12, '0')}`;
  const [createdAt, updatedAt] = ['2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z'];
  const nothing = {
    tourId: null,
    tourName: null,
    description: null,
    venue: null,
    capacity: null,
    rsvpDeadline: null,
    questions: [],
    maxPlusOnes: null,
    waitlist: 'off' as const,
    notes: null,
    externalId: null,
    endsAt: null,
  };
  const shown = { name: 'A concert', status: 'confirmed' as const, startsAt, timezone, createdBy: id };
  return { id, ...nothing, ...shown, revision: 0, createdAt, updatedAt };
}

/** The zones and the starts of a calendar's entries, as an independent reader takes them. */
function startsIn(text: string): { zone: string | undefined; instant: string }[] {
  const calendar = ICAL.Component.fromString(text);
  const zones = new Map(
    calendar
      .getAllSubcomponents('vtimezone')
      .map((zone) => [String(zone.getFirstPropertyValue('tzid')), new ICAL.Timezone(zone)]),
  );
  return calendar.getAllSubcomponents('vevent').map((entry) => {
    const property = entry.getFirstProperty('dtstart')!;
    const zone = property.getFirstParameter('tzid');
    const time = property.getFirstValue() as ICAL.Time;
    if (zone !== undefined) time.zone = zones.get(zone)!;
    return { zone, instant: time.toJSDate().toISOString() };
  });
}

describe('a calendar', () => {
  afterEach(() => jest.restoreAllMocks());

  it.each([
    ['one zone', () => 'Europe/Berlin'],
    ['all zones', (i: number) => ZONES[i % ZONES.length]!],
  ])(
    'takes no more time for events strewn over eight thousand years of %s, and names their instants',
    (_what, zoneOf) => {
      const lookUps = jest.spyOn(productGlobal.Intl.DateTimeFormat.prototype, 'formatToParts');
      const strewn = Array.from({ length: 2_000 }, (_, i) =>
        event(i, new Date(Date.UTC(1974 + 4 * i, i % 12, 1 + (i % 28), i % 24, 30)).toISOString(), zoneOf(i)),
      );
      const text = calendarOf('Strewn', null, strewn);
      expect(lookUps.mock.calls.length).toBeLessThan(MAX_LOOK_UPS);
      expect(startsIn(text).map(({ instant }) => instant)).toEqual(strewn.map(({ startsAt }) => startsAt));
    },
  );

  it('shows the local times of the years in which most happens', () => {
    const tour = Array.from({ length: 50 }, (_, i) =>
      event(i, new Date(Date.UTC(2027, 4, 1 + i, 18)).toISOString(), 'Europe/Vienna'),
    );
    const strewn = Array.from({ length: 200 }, (_, i) =>
      event(50 + i, new Date(Date.UTC(2030 + 3 * i, 0, 1, 18)).toISOString(), 'Europe/Vienna'),
    );
    const starts = startsIn(calendarOf('Strewn', null, [...strewn, ...tour]));
    expect(starts.slice(strewn.length).map(({ zone }) => zone)).toEqual(tour.map(() => 'Europe/Vienna'));
    expect(new Set(starts.map(({ zone }) => zone))).toEqual(new Set(['Europe/Vienna', undefined]));
    expect(starts.map(({ instant }) => instant)).toEqual([...strewn, ...tour].map(({ startsAt }) => startsAt));
  });

  it('shows local times beside events in however many zones that are unknown here', () => {
    const unknown = Array.from({ length: 400 }, (_, i) =>
      event(i, new Date(Date.UTC(2027 + (i % 200), 4, 1, 18)).toISOString(), 'Mars/Olympus_Mons'),
    );
    const known = event(400, '2027-05-01T18:00:00.000Z', 'Europe/Vienna');
    const starts = startsIn(calendarOf('Far', null, [...unknown, known]));
    expect(starts.at(-1)).toEqual({ zone: 'Europe/Vienna', instant: known.startsAt });
    expect(starts[0]).toEqual({ zone: undefined, instant: unknown[0]!.startsAt });
  });

  // When this fails, the text has changed: raise the format, and adapt the expected text.
  it('is written as its format says', () => {
    const entry = event(1, '2027-05-14T17:30:00.000Z', 'Europe/Vienna');
    const venue = { name: 'Hall', address: 'Platz 1', city: 'Graz', country: 'AT', latitude: 47.07, longitude: 15.44 };
    const shown = { ...entry, endsAt: '2027-05-14T22:00:00.000Z', description: 'Coats, hats;\n'.repeat(20), venue };
    const money = { budget: null, currency: 'EUR' };
    const dates = { startDate: '2027-05-01', endDate: null, status: 'planning' as const };
    const { id, createdAt, updatedAt } = entry;
    const tour = {
      id,
      name: 'A tour',
      description: null,
      notes: null,
      externalId: null,
      revision: 2,
      createdAt,
      updatedAt,
      ...money,
      ...dates,
    };
    const utc = event(2, '2027-06-01T17:30:00.000Z', 'UTC');
    const text = calendarOf('A tour', tour, [shown, utc]) + calendarOf('Empty', null, []);
    expect([CALENDAR_FORMAT, hash('sha256', text)]).toEqual([
      1,
      '3686d39a3bc674c91c0326c19dedeaeea830909c41761ea15f707fb0eef46b7b',
    ]);
  });

  it('is not worked out again each time that it is read', () => {
    const entries = [event(1, '2031-05-01T18:00:00.000Z', 'Asia/Tokyo')];
    calendarOf('Read', null, entries);
    const lookUps = jest.spyOn(productGlobal.Intl.DateTimeFormat.prototype, 'formatToParts');
    calendarOf('Read', null, entries);
    expect(lookUps.mock.calls.length).toBeLessThan(10);
  });
});
