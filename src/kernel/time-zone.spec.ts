import * as fc from 'fast-check';
import { DateTime, FixedOffsetZone, IANAZone } from 'luxon';
import { instant, zone, ZONES } from '../../test/support/time-zones';
import { DAY_MS } from './durations';
import { clockChanges, isDate, isTimeZone, parseTimestamp, timeZoneDataVersion } from './time-zone';

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
