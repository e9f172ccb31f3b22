import * as fc from 'fast-check';
import ICAL from 'ical.js';
import { CalendarZone } from './calendar-zone';
import { contentLines } from './content-lines';

const ZONES = Intl.supportedValuesOf('timeZone');
const ALIASES = ['US/Eastern', 'Asia/Calcutta', 'Europe/Kiev', 'GB', 'Etc/GMT+5', 'EST5EDT', 'Antarctica/Troll'];

// The reader does not know the seconds that offsets had before 1973.
const between = (first: string, last: string) =>
  fc.date({ min: new Date(first), max: new Date(last), noInvalidDate: true }).map((date) => {
    date.setUTCMilliseconds(0);
    return date;
  });

/** What an independent reader takes a local time for, by the definition alone; null where only UTC can say it. */
function readBack(name: string, instants: readonly Date[]): (Date | null)[] {
  const calendarZone = new CalendarZone(name, instants);
  const definition = ICAL.Component.fromString(contentLines(calendarZone.definition()));
  const zone = new ICAL.Timezone(definition);
  return instants.map((instant) => {
    const local = calendarZone.localTime(instant);
    if (local === null) return null;
    expect(local.startsWith(`;TZID=${name}:`)).toBe(true);
    const time = ICAL.Time.fromDateTimeString(
      local.slice(-15).replace(/^(....)(..)(..T..)(..)(..)$/, '$1-$2-$3:$4:$5'),
    );
    time.zone = zone;
    return time.toJSDate();
  });
}

function expectReadable(name: string, instants: readonly Date[]): void {
  const read = readBack(name, instants).map((found, i) => found ?? instants[i]!);
  expect([name, ...read]).toEqual([name, ...instants]);
}

describe('the definition of a time zone', () => {
  it('gives back every instant of the years that people plan, in every zone there is', () => {
    for (const name of [...ZONES, ...ALIASES]) {
      const weekly = Array.from({ length: 52 }, (_, week) => new Date(Date.UTC(2026, 0, 2 + 7 * week, 11)));
      expectReadable(name, weekly);
    }
  });

  it('gives back any instants, however far apart', () => {
    const instants = fc.array(between('1973-01-01T00:00:00Z', '9999-12-30T00:00:00Z'), { minLength: 1, maxLength: 4 });
    fc.assert(fc.property(fc.constantFrom(...ZONES, ...ALIASES), instants, expectReadable), { numRuns: 200 });
  });

  it('gives back any instants of a few years', () => {
    const instants = fc.array(between('1973-01-01T00:00:00Z', '2045-12-31T00:00:00Z'), { minLength: 1, maxLength: 8 });
    fc.assert(fc.property(fc.constantFrom(...ZONES), instants, expectReadable), { numRuns: 200 });
  });

  it('gives back an instant of the single week in which a zone had other clocks', () => {
    expectReadable('America/Recife', [new Date('2000-10-12T03:30:00Z')]);
  });

  it('is a rule for each of the two times where the years agree, else dates', () => {
    const lines = (name: string) => new CalendarZone(name, [new Date('2027-06-01T00:00:00Z')]).definition();
    expect(lines('Europe/Vienna')).toEqual([
      'BEGIN:VTIMEZONE',
      'TZID:Europe/Vienna',
      'BEGIN:DAYLIGHT',
      'DTSTART:20260329T020000',
      'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU',
      'TZOFFSETFROM:+0100',
      'TZOFFSETTO:+0200',
      'END:DAYLIGHT',
      'BEGIN:STANDARD',
      'DTSTART:20261025T030000',
      'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU',
      'TZOFFSETFROM:+0200',
      'TZOFFSETTO:+0100',
      'END:STANDARD',
      'END:VTIMEZONE',
    ]);
    expect(lines('Pacific/Chatham')).toContain('TZOFFSETTO:+1345');
    // In these years the first Sunday of October is the fourth from the end, in others the fifth.
    const sydney = new CalendarZone('Australia/Sydney', [new Date('2030-01-31T00:00:00Z')]).definition();
    expect(sydney).toContain('RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=1SU');
    expect(lines('Asia/Kathmandu')).toEqual([
      'BEGIN:VTIMEZONE',
      'TZID:Asia/Kathmandu',
      'BEGIN:STANDARD',
      'DTSTART:20260101T000000',
      'TZOFFSETFROM:+0545',
      'TZOFFSETTO:+0545',
      'END:STANDARD',
      'END:VTIMEZONE',
    ]);
    expect(new CalendarZone('Europe/Moscow', [new Date('2011-06-01T00:00:00Z')]).definition().join()).not.toMatch(
      /RRULE/,
    );
  });

  it('leaves to UTC the hour that comes twice, and a time past the last year', () => {
    const local = (name: string, instant: string) =>
      new CalendarZone(name, [new Date(instant)]).localTime(new Date(instant));
    expect(local('Europe/Vienna', '2027-10-30T23:59:59Z')).toBe(';TZID=Europe/Vienna:20271031T015959');
    expect(local('Europe/Vienna', '2027-10-31T00:00:00Z')).toBeNull();
    expect(local('Europe/Vienna', '2027-10-31T01:00:00Z')).toBeNull();
    expect(local('Europe/Vienna', '2027-10-31T01:59:59Z')).toBeNull();
    expect(local('Europe/Vienna', '2027-10-31T02:00:00Z')).toBe(';TZID=Europe/Vienna:20271031T030000');
    expect(local('Pacific/Auckland', '9999-12-31T23:00:00Z')).toBeNull();
  });
});
