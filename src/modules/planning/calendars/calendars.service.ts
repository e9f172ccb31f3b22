import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { FairLimiter } from '../../../kernel/fair-limiter';
import { currentOrganizationId } from '../../../platform/context/request-context';
import { entityTag, matchesNone } from '../../../platform/http/etag';
import { SettingsService } from '../../people/settings';
import { EventsService } from '../events';
import { ToursService } from '../tours';
import { TripCalendars } from '../trips';
import { calendarOf, calendarPieces } from './calendar';
import { calendarTag } from './calendar-tag';
import { tripEntry } from './trip-entry';

/** The most events of a calendar: every program that follows it reads all of it again every few minutes. */
export const MAX_EVENTS = 2_000;

/**
 * Calendars of tours that one process makes at once: while one is written, another can be read. Those that wait use
 * neither a connection nor memory for events.
 */
const LIMITS = { total: 2, perKey: 1, timeoutMs: 20_000 };

/** A calendar, and the ETag of this version of it. */
export interface CalendarFile {
  readonly tag: string;
  readonly bytes: Buffer;
}

/** Events and tours as calendars that other programs follow. */
@Injectable()
export class CalendarsService {
  private readonly limiter = new FairLimiter(LIMITS);

  constructor(
    private readonly events: EventsService,
    private readonly tours: ToursService,
    private readonly trips: TripCalendars,
    private readonly settings: SettingsService,
  ) {}

  /** An event and its trips. @throws NotFound when the organization in scope has no such event */
  async ofEvent(id: string): Promise<CalendarFile> {
    const event = await this.events.calendarEntry(id);
    const [trips, locale] = await Promise.all([this.trips.ofEvent(id), this.settings.locale()]);
    return fileOf(calendarOf(event.name, null, [event, ...trips.map((trip) => tripEntry(trip, locale))]));
  }

  /** An event as its guests may have it: without the trips, which name the stops of others. @throws NotFound */
  async ofInvitedEvent(id: string): Promise<CalendarFile> {
    const event = await this.events.calendarEntry(id);
    return fileOf(calendarOf(event.name, null, [event]));
  }

  /**
   * @param ifNoneMatch the versions that the caller has (RFC 9110, 13.1.2): for those the bytes are empty
   * @param gone aborts it
   * @throws NotFound when the organization in scope has no such tour
   * @throws Unavailable when it waits for too long
   * @throws the reason of `gone` when that aborts it
   */
  async ofTour(id: string, ifNoneMatch: string | undefined, gone: AbortSignal): Promise<CalendarFile> {
    if (ifNoneMatch !== undefined) {
      const tag = calendarTag(await this.tours.calendarEntry(id), await this.events.versionsOfTour(id, MAX_EVENTS));
      if (matchesNone(ifNoneMatch, tag)) return { tag, bytes: Buffer.alloc(0) };
    }
    return this.write(() => this.readTour(id), gone);
  }

  /**
   * Reads what a calendar shows and writes it, when none of the organization's others is being written.
   *
   * @param gone aborts it
   * @throws Unavailable when it waits for too long, the reason of `gone` when that aborts it
   */
  write(read: () => Promise<{ tag: string; pieces: Iterable<string> }>, gone: AbortSignal): Promise<CalendarFile> {
    return this.limiter.run(
      currentOrganizationId(),
      async () => {
        const { tag, pieces } = await read();
        return { tag, bytes: await written(pieces, gone) };
      },
      gone,
    );
  }

  private async readTour(id: string): Promise<{ tag: string; pieces: Iterable<string> }> {
    const tour = await this.tours.calendarEntry(id);
    const events = await this.events.calendarOfTour(id, MAX_EVENTS);
    return { tag: calendarTag(tour, events), pieces: calendarPieces(tour.name, tour, events) };
  }
}

function fileOf(text: string): CalendarFile {
  return { tag: entityTag(text), bytes: Buffer.from(text) };
}

/** Joins all pieces, and yields the event loop after each. */
async function written(pieces: Iterable<string>, gone: AbortSignal): Promise<Buffer> {
  const bytes: Buffer[] = [];
  for (const piece of pieces) {
    bytes.push(Buffer.from(piece));
    await setImmediate();
    gone.throwIfAborted();
  }
  return Buffer.concat(bytes);
}
