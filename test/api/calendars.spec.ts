import ICAL from 'ical.js';
import type { Json } from '../support/client';
import { useTenant, useTestApp } from '../support/fixtures';
import { sql } from '../support/sql';

const UNKNOWN = '019a0000-0000-7000-8000-000000000000';

/** A calendar as an independent reader takes it, with every time read by the calendar's own zones. */
function read(text: string) {
  const calendar = ICAL.Component.fromString(text);
  const zones = new Map(
    calendar
      .getAllSubcomponents('vtimezone')
      .map((zone) => [String(zone.getFirstPropertyValue('tzid')), new ICAL.Timezone(zone)]),
  );
  const entries = calendar.getAllSubcomponents('vevent').map((event) => {
    const value = (name: string): Json => event.getFirstPropertyValue(name);
    const instant = (name: string): string | null => {
      const time = value(name);
      if (time === null) return null;
      const zone = event.getFirstProperty(name)!.getFirstParameter('tzid');
      if (zone !== undefined) time.zone = zones.get(zone);
      return time.toJSDate().toISOString();
    };
    return { value, instant, zone: event.getFirstProperty('dtstart')!.getFirstParameter('tzid') };
  });
  return { calendar, zones: [...zones.keys()], entries };
}

describe('calendars', () => {
  const service = useTestApp();
  const tenant = useTenant(service);
  const stranger = useTenant(service);

  const plan = async (body: Record<string, unknown> = {}): Promise<Json> =>
    (await tenant.key.post('/api/events', { name: 'Salzburg', ...body }).expect(201)).body;
  const travel = async (body: Record<string, unknown> = {}): Promise<Json> =>
    (await tenant.key.post('/api/tours', { name: 'Alpine Spring', ...body }).expect(201)).body;
  const textOf = async (path: string): Promise<string> =>
    (await tenant.key.get(`${path}/calendar.ics`).expect(200)).text;
  const ofEvent = async (event: Json) => read(await textOf(`/api/events/${event.id}`));
  const ofTour = async (tour: Json) => read(await textOf(`/api/tours/${tour.id}`));

  const TIMES = { startsAt: '2027-05-14T17:30:00.000Z', endsAt: '2027-05-14T22:00:00.000Z', timezone: 'Europe/Vienna' };

  describe('of an event', () => {
    it('are files of iCalendar', async () => {
      const event = await plan(TIMES);
      const response = await tenant.session.get(`/api/events/${event.id}/calendar.ics`).expect(200);
      expect(response.headers).toMatchObject({
        'content-type': 'text/calendar; charset=utf-8',
        'content-disposition': 'inline; filename="calendar.ics"',
        'cache-control': 'no-store',
      });
      expect(response.text.startsWith('BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:')).toBe(true);
      expect(response.text.endsWith('\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n')).toBe(true);
      expect(response.text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
      expect(response.text).not.toContain('METHOD');
    });

    it('show what the event is', async () => {
      service.clock.stopAt('2026-12-01T08:00:00.500Z');
      const event = await plan({
        ...TIMES,
        name: 'Salzburg; open-air, "live" \\o/ 🎻',
        description: 'Doors open early.\r\nBring: coats, hats; and ' + 'Glühwein '.repeat(30),
        notes: 'Only for planners',
        venue: { name: 'Residenzplatz', address: 'Platz 1', city: 'Salzburg', latitude: 47.7983, longitude: 13.0466 },
      });
      service.clock.release();
      const { calendar, entries, zones } = await ofEvent(event);
      for (const name of ['x-wr-calname', 'name']) {
        // Not of RFC 5545, so that the reader leaves the escapes in.
        expect(calendar.getFirstPropertyValue(name)).toBe('Salzburg\\; open-air\\, "live" \\\\o/ 🎻');
      }
      const [entry] = entries;
      expect(entries).toHaveLength(1);
      expect({
        uid: entry!.value('uid'),
        summary: entry!.value('summary'),
        description: entry!.value('description'),
        location: entry!.value('location'),
        geo: entry!.value('geo'),
        status: entry!.value('status'),
        sequence: entry!.value('sequence'),
      }).toEqual({
        uid: event.id,
        summary: event.name,
        description: event.description.replace('\r\n', '\n'),
        location: 'Residenzplatz, Platz 1, Salzburg',
        geo: [47.7983, 13.0466],
        status: 'TENTATIVE',
        sequence: 0,
      });
      expect([entry!.instant('dtstart'), entry!.instant('dtend')]).toEqual([event.startsAt, event.endsAt]);
      for (const name of ['dtstamp', 'created', 'last-modified']) {
        expect(entry!.instant(name)).toBe('2026-12-01T08:00:00.000Z');
      }
      expect([entry!.zone, zones]).toEqual(['Europe/Vienna', ['Europe/Vienna']]);
      expect(calendar.toString()).not.toContain('Only for planners');
    });

    it('show a place on the equator and the prime meridian', async () => {
      const { entries } = await ofEvent(await plan({ ...TIMES, venue: { latitude: 0, longitude: 0 } }));
      expect(entries[0]!.value('geo')).toEqual([0, 0]);
      expect(entries[0]!.value('location')).toBeNull();
    });

    it.each([
      ['draft', 'TENTATIVE'],
      ['confirmed', 'CONFIRMED'],
      ['completed', 'CONFIRMED'],
      ['cancelled', 'CANCELLED'],
    ])('say of a %s event that it is %s', async (status, expected) => {
      const { entries } = await ofEvent(await plan({ ...TIMES, status }));
      expect(entries[0]!.value('status')).toBe(expected);
    });

    it('count every change of the event, and only changes', async () => {
      const event = await plan(TIMES);
      const sequence = async () => (await ofEvent(event)).entries[0]!.value('sequence') as number;
      const path = `/api/events/${event.id}`;
      await tenant.key.patch(path, { notes: 'One' }).expect(200);
      await tenant.key.patch(path, { notes: 'One' }).expect(200);
      expect(await sequence()).toBe(1);
      await Promise.all(Array.from({ length: 5 }, (_, i) => tenant.key.patch(path, { capacity: i + 1 }).expect(200)));
      expect(await sequence()).toBe(6);
      expect((await tenant.key.get(path).expect(200)).body).not.toHaveProperty('revision');
    });

    it('have no component but a zone when the event has no start', async () => {
      for (const times of [{}, { endsAt: TIMES.endsAt }]) {
        const { calendar, entries } = await ofEvent(await plan(times));
        expect(entries).toEqual([]);
        expect(calendar.getAllSubcomponents().map(({ name }) => name)).toEqual(['vtimezone']);
      }
    });

    it('need no zone in UTC', async () => {
      const event = await plan({ ...TIMES, timezone: 'UTC' });
      const { entries, zones } = await ofEvent(event);
      expect([entries[0]!.instant('dtstart'), entries[0]!.zone, zones]).toEqual([event.startsAt, undefined, []]);
    });

    it('are in UTC where this machine does not know the zone', async () => {
      const event = await plan(TIMES);
      await sql(service.databaseUrl, `UPDATE events SET timezone = 'Mars/Phobos' WHERE id = $1`, [event.id]);
      const { entries, zones } = await ofEvent(event);
      expect([entries[0]!.instant('dtstart'), entries[0]!.instant('dtend'), zones]).toEqual([
        event.startsAt,
        event.endsAt,
        [],
      ]);
    });

    it.each([
      ['an end in the same second', { endsAt: '2027-05-14T17:30:00.999Z' }, null],
      ['no end', { endsAt: null }, null],
      ['an end a second later', { endsAt: '2027-05-14T17:30:01.000Z' }, '2027-05-14T17:30:01.000Z'],
    ])('show %s', async (_what, change, expected) => {
      const { entries } = await ofEvent(await plan({ ...TIMES, ...change }));
      expect([entries[0]!.instant('dtstart'), entries[0]!.instant('dtend')]).toEqual([TIMES.startsAt, expected]);
    });

    it('show times that clocks show twice as the instants they are', async () => {
      const startsAt = '2027-10-31T00:30:00.000Z';
      for (const endsAt of ['2027-10-31T01:30:00.000Z', '2027-10-31T08:00:00.000Z']) {
        const { entries } = await ofEvent(await plan({ ...TIMES, startsAt, endsAt }));
        expect([entries[0]!.instant('dtstart'), entries[0]!.instant('dtend')]).toEqual([startsAt, endsAt]);
      }
    });

    it('let nothing in a text become a line of its own', async () => {
      const event = await plan({ ...TIMES, description: 'One\r\nATTENDEE:mailto:a@example.com\nEND:VEVENT' });
      const text = await textOf(`/api/events/${event.id}`);
      expect(text).not.toMatch(/^(ATTENDEE|END:VEVENT.+)/m);
      expect(text.match(/^END:VEVENT\r$/gm)).toHaveLength(1);
    });
  });

  describe('of a tour', () => {
    it('show its events in order, each in its own zone, and no other', async () => {
      const tour = await travel();
      const zones = ['Pacific/Chatham', 'Asia/Kathmandu', 'America/St_Johns', 'US/Eastern', 'Africa/Casablanca', 'UTC'];
      const events = [];
      for (const [i, timezone] of zones.entries()) {
        const startsAt = `2027-0${i + 1}-20T12:34:56.000Z`;
        const endsAt = `2027-0${i + 1}-21T01:00:00.000Z`;
        events.unshift(await plan({ name: timezone, tourId: tour.id, startsAt, endsAt, timezone }));
      }
      await plan({ name: 'Someday', tourId: tour.id });
      await plan({ ...TIMES, name: 'Elsewhere' });
      const { entries, zones: defined } = await ofTour(tour);
      expect(entries.map(({ value, instant }) => [value('summary'), instant('dtstart'), instant('dtend')])).toEqual(
        events.reverse().map(({ name, startsAt, endsAt }) => [name, startsAt, endsAt]),
      );
      expect(defined).toEqual(zones.slice(0, -1));
    });

    it.each([
      ['both dates', { startDate: '2027-05-01', endDate: '2027-05-21' }, '2027-05-01', '2027-05-22'],
      ['one day', { startDate: '2028-02-29', endDate: '2028-02-29' }, '2028-02-29', '2028-03-01'],
      ['a start alone', { startDate: '2027-12-31' }, '2027-12-31', '2028-01-01'],
      ['an end alone', { endDate: '2027-05-21' }, '2027-05-21', '2027-05-22'],
    ])('show the tour itself as whole days when it has %s', async (_what, dates, start, end) => {
      const tour = await travel({ ...dates, status: 'planning', description: 'Twelve concerts' });
      await tenant.key.patch(`/api/tours/${tour.id}`, { notes: 'Changed' }).expect(200);
      const [entry] = (await ofTour(tour)).entries;
      expect(['uid', 'summary', 'description', 'status', 'sequence', 'transp'].map(entry!.value)).toEqual([
        tour.id,
        'Alpine Spring',
        'Twelve concerts',
        'TENTATIVE',
        1,
        'TRANSPARENT',
      ]);
      expect([entry!.value('dtstart'), entry!.value('dtend')].map((time) => [time.isDate, time.toString()])).toEqual([
        [true, start],
        [true, end],
      ]);
    });

    it('of no dates and no events is an empty calendar', async () => {
      const { calendar, entries } = await ofTour(await travel());
      expect([entries, calendar.getFirstPropertyValue('x-wr-calname')]).toEqual([[], 'Alpine Spring']);
    });

    it('hold the last 2,000 events of one with more', async () => {
      const tour = await travel();
      const { id } = await plan({ ...TIMES, tourId: tour.id, description: 'x'.repeat(5_000) });
      await sql(
        service.databaseUrl,
        `INSERT INTO events (organization_id, id, name, tour_id, description, status, starts_at, timezone, search, created_by, revision, created_at, updated_at)
         SELECT organization_id, gen_random_uuid(), 'Day ' || n, tour_id, description, status,
           starts_at + n * interval '1 day', timezone, search, created_by, 0, created_at, updated_at
         FROM events, generate_series(1, 2000) AS n WHERE id = $1`,
        [id],
      );
      const text = await textOf(`/api/tours/${tour.id}`);
      const names = [...text.matchAll(/^SUMMARY:(.*)\r$/gm)].map(([, name]) => name);
      expect([names.length, names[0], names.at(-1)]).toEqual([2_000, 'Day 1', 'Day 2000']);
    });
  });

  it('are answered 304 as long as nothing changes', async () => {
    const tour = await travel({ startDate: '2027-05-01' });
    const event = await plan({ ...TIMES, tourId: tour.id });
    for (const path of [`/api/events/${event.id}`, `/api/tours/${tour.id}`]) {
      const first = await tenant.key.get(`${path}/calendar.ics`).expect(200);
      const tag = first.headers['etag'] as string;
      expect(tag).toMatch(/^"[\w-]{22}"$/);
      const follower = tenant.key.with({ 'If-None-Match': tag });
      service.clock.advance(60_000);
      const again = await follower.get(`${path}/calendar.ics`).expect(304);
      expect([again.text, again.headers['etag']]).toEqual(['', tag]);
      await tenant.key.patch(path, { name: 'Another name' }).expect(200);
      const changed = await follower.get(`${path}/calendar.ics`).expect(200);
      expect(changed.headers['etag']).not.toBe(tag);
    }
  });

  it('of a tour are new with every event that changes, comes or goes', async () => {
    const tour = await travel();
    const path = `/api/tours/${tour.id}/calendar.ics`;
    const event = await plan({ ...TIMES, tourId: tour.id });
    let tag = (await tenant.key.get(path).expect(200)).headers['etag'] as string;
    const changes = [
      () => tenant.key.patch(`/api/events/${event.id}`, { venue: { city: 'Linz' } }).expect(200),
      () => plan({ ...TIMES, tourId: tour.id }),
      () => tenant.key.patch(`/api/events/${event.id}`, { startsAt: null, endsAt: null }).expect(200),
      () => tenant.key.patch(`/api/events/${event.id}`, { startsAt: TIMES.startsAt }).expect(200),
      () => tenant.key.patch(`/api/events/${event.id}`, { tourId: null }).expect(200),
    ];
    for (const change of changes) {
      await tenant.key.with({ 'If-None-Match': tag }).get(path).expect(304);
      await change();
      const response = await tenant.key.with({ 'If-None-Match': tag }).get(path).expect(200);
      tag = response.headers['etag'] as string;
    }
  });

  it('of another organization do not exist, and nobody reads any without a credential', async () => {
    const tour = await travel();
    const event = await plan({ ...TIMES, tourId: tour.id });
    const caller = stranger.key.with({ 'X-Request-Id': 'the-same' });
    const unknown = (await caller.get(`/api/events/${UNKNOWN}/calendar.ics`).expect(404)).text;
    for (const path of [`/api/events/${event.id}`, `/api/tours/${tour.id}`, '/api/tours/no-id']) {
      const response = await caller.get(`${path}/calendar.ics`).expect(404);
      expect([response.text, response.headers['content-type']]).toEqual([
        unknown,
        'application/problem+json; charset=utf-8',
      ]);
      await stranger.key.with({ Authorization: '' }).get(`${path}/calendar.ics`).expect(401);
    }
  });
});
