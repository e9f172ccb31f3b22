import * as fc from 'fast-check';
import { DateTime } from 'luxon';
import { instant, zone } from '../../test/support/time-zones';
import { DAY_MS } from './durations';
import { endOfDay, monthStarts, startOfDay } from './time-zone';

const localDate = (at: Date, zone: string) => DateTime.fromJSDate(at, { zone }).toFormat('yyyy-MM-dd');
const dayAfter = (date: string) => new Date(Date.parse(`${date}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10);
const runs = { numRuns: 1000 };

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

function monthAfter(month: string): string {
  return dayAfter(dayAfter(dayAfter(dayAfter(`${month}-28`)))).slice(0, 7);
}
