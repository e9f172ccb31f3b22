import * as fc from 'fast-check';
import { DateTime, FixedOffsetZone, IANAZone } from 'luxon';
import { DAY_MS } from './durations';
import {
  clockChanges,
  endOfDay,
  isDate,
  isTimeZone,
  monthStarts,
  parseTimestamp,
  startOfDay,
  timeZoneDataVersion,
} from './time-zone';

const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/Sao_Paulo', // clocks skipped midnight, and went back past it
  'America/Havana', // midnight happens twice
  'Asia/Kathmandu', // +05:45
  'Asia/Beirut',
  'Australia/Lord_Howe', // half an hour of summer time
  'Africa/Casablanca', // summer time by the moon
  'Pacific/Apia', // no 2011-12-30
  'Pacific/Kiritimati', // +14:00
  'Pacific/Pago_Pago', // -11:00
];

const zone = fc.constantFrom(...ZONES);
const instant = fc.date({
  min: new Date('1970-01-03T00:00:00Z'),
  max: new Date('2100-01-01T00:00:00Z'),
  noInvalidDate: true,
});
const localDate = (at: Date, zone: string) => DateTime.fromJSDate(at, { zone }).toFormat('yyyy-MM-dd');
const dayAfter = (date: string) => new Date(Date.parse(`${date}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10);
const runs = { numRuns: 1000 };

describe('a time zone', () => {
  it.each([
    ...ZONES,
    'Etc/GMT+5',
    'America/Argentina/Buenos_Aires',
    'America/Port-au-Prince',
    'EST5EDT',
    'GMT',
    'CET',
    'Japan',
  ])('is %s', (name) => expect(isTimeZone(name)).toBe(true));

  it.each([
    '+02:00',
    'UTC+2',
    'local',
    'system',
    'Mars/Phobos',
    'europe/berlin',
    'Europe/BERLIN',
    'utc',
    'asia/kathmandu',
    'BST',
    'PST',
    '',
  ])('is not %p', (name) => expect(isTimeZone(name)).toBe(false));

  it('is every zone that the runtime lists', () => {
    expect(Intl.supportedValuesOf('timeZone').filter((name) => !isTimeZone(name))).toEqual([]);
  });

  it('has rules of a known release', () => {
    expect(timeZoneDataVersion()).toMatch(/^20\d\d[a-z]/);
  });
});

describe('a date', () => {
  it('is a day of the calendar', () => {
    fc.assert(fc.property(instant, (at) => expect(isDate(at.toISOString().slice(0, 10))).toBe(true)));
    expect(isDate('2024-02-29')).toBe(true);
  });

  it.each([
    '2023-02-29',
    '2023-02-30',
    '2023-13-01',
    '2023-00-10',
    '2023-01-00',
    '1899-12-31',
    '10000-01-01',
    '23-01-01',
    '2023-1-1',
    '2023-01-01T',
    20230101,
    null,
  ])('is not %p', (text) => expect(isDate(text)).toBe(false));
});

describe('a timestamp', () => {
  it('is read at any offset', () => {
    fc.assert(
      fc.property(instant, fc.integer({ min: -14 * 60, max: 14 * 60 }), (at, offset) => {
        const written = DateTime.fromJSDate(at, { zone: 'UTC' }).setZone(FixedOffsetZone.instance(offset)).toISO();
        expect(parseTimestamp(written)).toEqual(at);
        expect(parseTimestamp(written!.replace(/:(\d\d)$/, '$1'))).toEqual(at);
      }),
    );
  });

  it('has an offset of hours only, or no seconds', () => {
    const noon = new Date('2027-05-14T12:00:00.000Z');
    for (const text of [
      '2027-05-14T14:00:00.000+02',
      '2027-05-14T14:00+02',
      '2027-05-14T07:00-05',
      '2027-05-14T07:00-0500',
    ])
      expect(parseTimestamp(text)).toEqual(noon);
  });

  it('is cut to milliseconds, never rounded', () => {
    fc.assert(
      fc.property(instant, fc.stringMatching(/^[0-9]{1,9}$/), (at, fraction) => {
        const second = at.toISOString().slice(0, 19);
        const kept = fraction.slice(0, 3).padEnd(3, '0');
        expect(parseTimestamp(`${second}.${fraction}Z`)?.toISOString()).toBe(`${second}.${kept}Z`);
      }),
    );
  });

  it('may leave out the seconds', () => {
    expect(parseTimestamp('2024-02-29T23:59Z')).toEqual(new Date('2024-02-29T23:59:00.000Z'));
    expect(parseTimestamp('2024-02-29T23:59-05:30')).toEqual(new Date('2024-03-01T05:29:00.000Z'));
  });

  it.each([
    '2024-01-01',
    '2024-01-01T10:00:00',
    '2024-01-01 10:00:00Z',
    '2024-01-01T24:00:00Z',
    '2016-12-31T23:59:60Z',
    '2024-01-01T10:60Z',
    '2023-02-29T10:00:00Z',
    '2024-01-01T10:00:00+24:00',
    '2024-01-01T10:00:00+2',
    '2024-01-01T10:00:00+02000',
    '2024-01-01T10:00:00+24',
    '2024-01-01T10:00:00.Z',
    '2024-01-01T10:00:00.1234567890Z',
    '1900-01-01T00:00:00+01:00',
    '9999-12-31T23:59:59-01:00',
    '+012024-01-01T00:00:00Z',
    'now',
    '',
    1704067200000,
    null,
  ])('is not %p', (text) => expect(parseTimestamp(text)).toBeNull());
});

describe('a day in a zone', () => {
  it('holds each of its instants', () => {
    fc.assert(
      fc.property(zone, instant, (zone, at) => {
        const date = localDate(at, zone);
        expect(startOfDay(date, zone).getTime()).toBeLessThanOrEqual(at.getTime());
        expect(endOfDay(date, zone).getTime()).toBeGreaterThanOrEqual(at.getTime());
      }),
      runs,
    );
  });

  it('begins and ends on its own date', () => {
    fc.assert(
      fc.property(zone, instant, (zone, at) => {
        const date = localDate(at, zone);
        const start = startOfDay(date, zone);
        expect(localDate(start, zone)).toBe(date);
        expect(localDate(new Date(start.getTime() - 1), zone) < date).toBe(true);
        expect(localDate(endOfDay(date, zone), zone)).toBe(date);
      }),
      runs,
    );
  });

  it('is followed by the next a millisecond later', () => {
    fc.assert(
      fc.property(zone, instant, (zone, at) => {
        const date = at.toISOString().slice(0, 10);
        expect(startOfDay(dayAfter(date), zone).getTime()).toBe(endOfDay(date, zone).getTime() + 1);
      }),
      runs,
    );
  });

  it.each([
    ['1900-01-01', 'Asia/Kathmandu', '1899-12-31T18:18:44.000Z', '1900-01-01T18:18:43.999Z'],
    ['2024-03-31', 'Europe/Berlin', '2024-03-30T23:00:00.000Z', '2024-03-31T21:59:59.999Z'],
    ['2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00.000Z', '2018-11-05T01:59:59.999Z'],
    ['2018-02-18', 'America/Sao_Paulo', '2018-02-18T03:00:00.000Z', '2018-02-19T02:59:59.999Z'],
    ['2024-11-03', 'America/Havana', '2024-11-03T04:00:00.000Z', '2024-11-04T04:59:59.999Z'],
    ['2009-11-01', 'America/St_Johns', '2009-11-01T02:30:00.000Z', '2009-11-02T03:29:59.999Z'],
    ['2011-12-29', 'Pacific/Apia', '2011-12-29T10:00:00.000Z', '2011-12-30T09:59:59.999Z'],
    ['2011-12-30', 'Pacific/Apia', '2011-12-30T10:00:00.000Z', '2011-12-30T09:59:59.999Z'],
    ['2011-12-31', 'Pacific/Apia', '2011-12-30T10:00:00.000Z', '2011-12-31T09:59:59.999Z'],
  ])('%s in %s lasts from %s to %s', (date, zone, start, end) => {
    expect(startOfDay(date, zone).toISOString()).toBe(start);
    expect(endOfDay(date, zone).toISOString()).toBe(end);
  });

  it.each([
    ['2024-11-03', 'America/Havana'],
    ['2009-11-01', 'America/St_Johns'],
  ])('%s in %s begins an hour before luxon says so', (date, zone) => {
    const byLuxon = DateTime.fromISO(date, { zone }).startOf('day').toMillis();
    expect(byLuxon - startOfDay(date, zone).getTime()).toBe(3_600_000);
  });

  it('needs a date and a zone', () => {
    expect(() => startOfDay('2024-02-30', 'UTC')).toThrow(RangeError);
    expect(() => endOfDay('2024-02-01', 'Mars/Phobos')).toThrow(RangeError);
  });
});

describe('the months of a zone', () => {
  const span = fc.tuple(instant, fc.integer({ min: 0, max: 3000 * DAY_MS })).map(([from, length]) => ({
    from,
    to: new Date(Math.min(from.getTime() + length, Date.UTC(2100, 0, 1))),
  }));

  it('sort every instant into the month that the calendar there shows', () => {
    fc.assert(
      fc.property(zone, span, fc.double({ min: 0, max: 1, noNaN: true }), (zone, { from, to }, part) => {
        const at = new Date(from.getTime() + Math.floor((to.getTime() - from.getTime()) * part));
        const bucket = monthStarts(from, to, zone).findLast(({ start }) => start <= at);
        expect(bucket?.month).toBe(localDate(at, zone).slice(0, 7));
      }),
      { numRuns: 300 },
    );
  });

  it('ascend without a gap, from the month of the first instant to that of the last', () => {
    fc.assert(
      fc.property(zone, span, (zone, { from, to }) => {
        const months = monthStarts(from, to, zone);
        expect(months[0]?.month).toBe(localDate(from, zone).slice(0, 7));
        expect(months.at(-1)?.month).toBe(localDate(to, zone).slice(0, 7));
        months.forEach(({ month, start }, index) => {
          expect(start).toEqual(startOfDay(`${month}-01`, zone));
          const next = months[index + 1];
          if (next) expect(next.month).toBe(monthAfter(month));
        });
      }),
      { numRuns: 100 },
    );
  });

  it('start as the zone has it, across a year', () => {
    expect(
      monthStarts(new Date('2023-12-31T22:59:59.999Z'), new Date('2023-12-31T23:00:00Z'), 'Europe/Berlin'),
    ).toEqual([
      { month: '2023-12', start: new Date('2023-11-30T23:00:00Z') },
      { month: '2024-01', start: new Date('2023-12-31T23:00:00Z') },
    ]);
  });

  it('are none in a span that ends before it starts', () => {
    expect(monthStarts(new Date(1), new Date(0), 'UTC')).toEqual([]);
  });

  it('need a zone and real instants', () => {
    expect(() => monthStarts(new Date(0), new Date(0), 'Mars/Phobos')).toThrow(RangeError);
    expect(() => monthStarts(new Date(Number.NaN), new Date(0), 'UTC')).toThrow(RangeError);
    expect(() => monthStarts(new Date(0), new Date(Number.NaN), 'UTC')).toThrow(RangeError);
  });

  it('are listed over all the years that a caller may name', () => {
    expect(
      monthStarts(new Date('1900-01-15T00:00:00Z'), new Date('2199-12-15T00:00:00Z'), 'America/New_York'),
    ).toHaveLength(3600);
  });
});

describe('the changes of clocks', () => {
  const span = fc.tuple(fc.integer({ min: 1970, max: 2090 }), fc.integer({ min: 1, max: 4 }));

  it('are those that the days of the years show', () => {
    fc.assert(
      fc.property(zone, span, (zone, [first, count]) => {
        const years = Array.from({ length: count }, (_, i) => first + i);
        const rules = IANAZone.create(zone);
        const offsetAt = (time: number) => rules.offset(time) * 60_000;
        const changes = clockChanges(years, zone);
        expect(clockChanges(years, zone)).toEqual(changes);
        for (const { at, fromMs, toMs } of changes) {
          expect([offsetAt(at.getTime() - 1), offsetAt(at.getTime())]).toEqual([fromMs, toMs]);
        }
        const end = Date.UTC(first + count, 0, 1) - 14 * DAY_MS;
        for (let day = Date.UTC(first, 0, 1); day < end; day += DAY_MS) {
          const shown = changes.findLast(({ at }) => at.getTime() <= day)?.toMs ?? offsetAt(Date.UTC(first, 0, 1));
          expect(offsetAt(day)).toBe(shown);
        }
      }),
      { numRuns: 50 },
    );
  });

  it('leave out the years between', () => {
    const changes = clockChanges([1975, 2026], 'Europe/Berlin').map(({ at }) => at.toISOString());
    expect(changes).toEqual(['2026-03-29T01:00:00.000Z', '2026-10-25T01:00:00.000Z']);
    expect(clockChanges([1990, 2026], 'Asia/Singapore')).toEqual([]);
    const [change] = clockChanges([1975, 2026], 'Asia/Singapore');
    expect([change?.fromMs, change?.toMs]).toEqual([7.5 * 3_600_000, 8 * 3_600_000]);
  });
});

function monthAfter(month: string): string {
  return dayAfter(dayAfter(dayAfter(dayAfter(`${month}-28`)))).slice(0, 7);
}
