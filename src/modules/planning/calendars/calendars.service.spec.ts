import { setImmediate } from 'node:timers/promises';
import { runInContext, systemContext } from '../../../platform/context/request-context';
import type { SettingsService } from '../../people/settings';
import type { EventsService } from '../events';
import type { ToursService } from '../tours';
import type { TripCalendars } from '../trips';
import { CalendarsService } from './calendars.service';

const TIMES = { createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' };
const TOUR = { name: 'Alpine Spring', status: 'active', startDate: null, endDate: null, revision: 0, ...TIMES };
const EVENT = {
  name: 'A concert',
  status: 'confirmed',
  timezone: 'Europe/Vienna',
  endsAt: null,
  revision: 0,
  ...TIMES,
};
const EVENTS = Array.from({ length: 500 }, (_, i) => ({
  ...EVENT,
  id: String(i),
  startsAt: new Date(Date.UTC(2027, 0, 1 + i)).toISOString(),
}));

describe('the calendar of a tour', () => {
  /** The tours whose events are being read, and what ends that. */
  let reading: Map<string, () => void>;
  let versions: typeof EVENTS;
  let service: CalendarsService;

  beforeEach(() => {
    reading = new Map();
    versions = EVENTS;
    const tours = { calendarEntry: (id: string) => Promise.resolve({ ...TOUR, id }) };
    const events = {
      calendarOfTour: (id: string) =>
        new Promise((resolve) =>
          reading.set(id, () => {
            reading.delete(id);
            resolve(EVENTS);
          }),
        ),
      versionsOfTour: () => Promise.resolve(versions),
    };
    const others = [{} as TripCalendars, {} as SettingsService] as const;
    service = new CalendarsService(events as unknown as EventsService, tours as unknown as ToursService, ...others);
  });

  const read = (organizationId: string, tourId: string, gone = new AbortController().signal, ifNoneMatch?: string) =>
    runInContext({ ...systemContext('calendars'), scope: { organizationId } }, () =>
      service.ofTour(tourId, ifNoneMatch, gone),
    );

  it('yields the event loop while it is written', async () => {
    const written = read('a', 'a1');
    await setImmediate();
    let limiter = 0;
    let isWritten = false;
    void written.then(() => (isWritten = true));
    reading.get('a1')!();
    for (; !isWritten; limiter++) await setImmediate();
    expect(limiter).toBeGreaterThan(EVENTS.length / 50);
    expect(String((await written).bytes).match(/^END:VEVENT\r$/gm)).toHaveLength(EVENTS.length);
  });

  it('waits for another one of its organization to be written, and not for those of others', async () => {
    const written = [read('a', 'a1'), read('a', 'a2'), read('b', 'b1')];
    await setImmediate();
    expect([...reading.keys()]).toEqual(['a1', 'b1']);
    reading.get('a1')!();
    await setImmediate();
    // Read, but not written yet.
    expect([...reading.keys()]).toEqual(['b1']);
    await written[0];
    await setImmediate();
    expect([...reading.keys()]).toEqual(['b1', 'a2']);
    for (const end of reading.values()) end();
    await Promise.all(written);
  });

  it('is not written any further once the caller is gone', async () => {
    const gone = new AbortController();
    const written = read('a', 'a1', gone.signal);
    const next = read('a', 'a2');
    await setImmediate();
    reading.get('a1')!();
    await setImmediate();
    gone.abort(new Error('gone'));
    await expect(written).rejects.toThrow('gone');
    await setImmediate();
    reading.get('a2')!();
    expect(String((await next).bytes)).toContain('END:VCALENDAR');
  });

  it('is neither read nor written for those who have it, and is again once one of its events has changed', async () => {
    const first = read('a', 'a1');
    await setImmediate();
    reading.get('a1')!();
    const { tag } = await first;
    const known = (ifNoneMatch: string) => read('a', 'a1', undefined, ifNoneMatch);
    for (const list of [tag, `"another", W/${tag}`]) expect(await known(list)).toEqual({ tag, bytes: Buffer.alloc(0) });
    const changed = EVENTS.map((event, i) => (i === 250 ? { ...event, revision: 1 } : event));
    for (versions of [changed, EVENTS.slice(1), [...EVENTS].reverse()]) {
      const again = known(tag);
      await setImmediate();
      reading.get('a1')!();
      expect((await again).bytes).not.toHaveLength(0);
    }
  });
});
