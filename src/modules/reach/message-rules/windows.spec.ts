import fc from 'fast-check';
import { closedSince, isOpen, openingFrom } from './windows';

const MINUTE_MS = 60_000;
const ZONES = ['Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'Pacific/Chatham', 'UTC'];

const zones = fc.constantFrom(...ZONES);
const times = fc.integer({ min: 0, max: 1439 }).map((minute) => {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
});
const windows = fc
  .tuple(times, times)
  .filter(([from, to]) => from !== to)
  .map(([from, to]) => ({ from, to }));
const instants = fc
  .integer({ min: Date.UTC(2026, 0, 1) / MINUTE_MS, max: Date.UTC(2029, 0, 1) / MINUTE_MS })
  .map((minute) => new Date(minute * MINUTE_MS));
/** Around the changes of clocks, where minutes are missing or come twice. */
const changes = fc
  .tuple(
    fc.constantFrom(
      '2027-03-28T01:00Z',
      '2027-10-31T01:00Z',
      '2027-03-14T07:00Z',
      '2027-11-07T06:00Z',
      '2027-04-03T15:00Z',
    ),
    fc.integer({ min: -300, max: 300 }),
  )
  .map(([at, minutes]) => new Date(Date.parse(at) + minutes * MINUTE_MS));
const moments = fc.oneof(instants, changes);

describe('a window', () => {
  it('opens at the first minute from a moment on at which it is open', () => {
    fc.assert(
      fc.property(moments, windows, zones, (moment, window, zone) => {
        const opens = openingFrom(moment, window, zone);
        expect(isOpen(opens, window, zone)).toBe(true);
        for (let at = moment.getTime(); at < opens.getTime(); at += MINUTE_MS)
          if (isOpen(new Date(at), window, zone)) throw new Error(`open at ${new Date(at).toISOString()} already`);
      }),
      { numRuns: 150 },
    );
  });

  it('is closed since the end of the last minute at which it was open', () => {
    fc.assert(
      fc.property(moments, windows, zones, (moment, window, zone) => {
        const closed = closedSince(moment, window, zone);
        fc.pre(!isOpen(moment, window, zone));
        expect(isOpen(new Date(closed.getTime() - MINUTE_MS), window, zone)).toBe(true);
        for (let at = closed.getTime(); at <= moment.getTime(); at += MINUTE_MS)
          if (isOpen(new Date(at), window, zone)) throw new Error(`open at ${new Date(at).toISOString()}`);
      }),
      { numRuns: 150 },
    );
  });

  it.each([
    ['waits for the morning', '2027-01-10T03:00Z', '08:00', '21:00', 'Europe/Berlin', '2027-01-10T07:00Z'],
    ['is open at its beginning', '2027-01-10T07:00Z', '08:00', '21:00', 'Europe/Berlin', '2027-01-10T07:00Z'],
    ['is closed at its end', '2027-01-10T20:00Z', '08:00', '21:00', 'Europe/Berlin', '2027-01-11T07:00Z'],
    ['crosses midnight', '2027-01-10T00:30Z', '22:00', '02:00', 'Europe/Berlin', '2027-01-10T00:30Z'],
    [
      'opens after the hour that is missing',
      '2027-03-28T00:30Z',
      '02:15',
      '04:00',
      'Europe/Berlin',
      '2027-03-28T01:00Z',
    ],
    [
      'waits a day where all of it is missing',
      '2027-03-28T00:30Z',
      '02:15',
      '02:45',
      'Europe/Berlin',
      '2027-03-29T00:15Z',
    ],
    [
      'opens twice in the hour that comes twice',
      '2027-10-31T00:50Z',
      '02:15',
      '02:45',
      'Europe/Berlin',
      '2027-10-31T01:15Z',
    ],
    ['goes by zones of 45 minutes', '2027-01-10T02:10Z', '08:00', '21:00', 'Asia/Kathmandu', '2027-01-10T02:15Z'],
  ])('%s', (_what, moment, from, to, zone, opens) => {
    expect(openingFrom(new Date(moment), { from, to }, zone)).toEqual(new Date(opens));
  });
});
