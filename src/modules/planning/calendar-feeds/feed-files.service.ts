import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { DAY_MS } from '../../../kernel/durations';
import { hashToken } from '../../../kernel/ids';
import { found } from '../../../kernel/problems';
import { withContext } from '../../../platform/context/request-context';
import { matchesNone } from '../../../platform/http/etag';
import {
  calendarPieces,
  CalendarsService,
  feedTag,
  MAX_EVENTS,
  tripEntry,
  type CalendarEntry,
  type CalendarFile,
} from '../calendars';
import { ToursService, type CalendarTour } from '../tours';
import { TripCalendars, type CalendarTrip } from '../trips';
import { CalendarFeedsRepository, type LiveFeed } from './calendar-feeds.repository';
import { FeedEventsRepository, type FeedEvent, type FeedFilter } from './feed-events.repository';
import { feedWords } from './feed-words';

/** So long a feed says of a cancelled event that it is. */
const CANCELLED_SHOWN_MS = 30 * DAY_MS;
const REFRESH_MINUTES = 15;

/** Feeds as programs read them, by their links. */
@Injectable()
export class FeedFilesService {
  constructor(
    private readonly feeds: CalendarFeedsRepository,
    private readonly events: FeedEventsRepository,
    private readonly tours: ToursService,
    private readonly trips: TripCalendars,
    private readonly calendars: CalendarsService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * The calendar behind a link.
   *
   * @param ifNoneMatch the versions that the caller has (RFC 9110, 13.1.2): for those the bytes are empty
   * @param gone aborts it
   * @throws NotFound, always the same: for an unknown token, one that was revoked, while the user or the organization
   *   is suspended, and after the membership
   * @throws Unavailable when it waits for too long
   */
  async read(token: string, ifNoneMatch: string | undefined, gone: AbortSignal): Promise<CalendarFile> {
    const feed = found(await this.feeds.findLive(hashToken(token)));
    // Nobody writes down from where somebody reads their calendar.
    return withContext({ scope: { organizationId: feed.organizationId }, ip: null, userAgent: null }, async () => {
      const tour = feed.tourId === null ? null : await this.tours.calendarEntry(feed.tourId);
      const filter = this.filterOf(feed);
      if (ifNoneMatch !== undefined) {
        const tag = tagOf(feed, tour, await this.events.state(filter), await this.tripsOf(feed));
        if (matchesNone(ifNoneMatch, tag)) return { tag, bytes: Buffer.alloc(0) };
      }
      return this.calendars.write(async () => {
        const { state, events } = await this.events.read(filter);
        const trips = await this.tripsOf(feed);
        const entries = [...entriesOf(feed, events), ...trips.map((trip) => tripEntry(trip, feed.locale))];
        const pieces = calendarPieces(nameOfFeed(feed, tour), tour, entries, REFRESH_MINUTES);
        return { tag: tagOf(feed, tour, state, trips), pieces };
      }, gone);
    });
  }

  /** Those that the user drives, in a feed of their own. */
  private async tripsOf({ kind, userId }: LiveFeed): Promise<CalendarTrip[]> {
    if (kind !== 'mine') return [];
    const since = new Date(this.cancelledSince()).toISOString();
    const trips = await this.trips.drivenBy(userId, MAX_EVENTS);
    return trips.filter(({ status, updatedAt }) => status !== 'cancelled' || updatedAt > since);
  }

  private cancelledSince(): number {
    return this.clock.now().getTime() - CANCELLED_SHOWN_MS;
  }

  private filterOf({ kind, tourId, userId }: LiveFeed): FeedFilter {
    return {
      kind,
      of: kind === 'mine' ? userId : tourId,
      cancelledSince: new Date(this.cancelledSince()),
      limit: MAX_EVENTS,
    };
  }
}

function tagOf(
  feed: LiveFeed,
  tour: CalendarTour | null,
  state: string | null,
  trips: readonly CalendarTrip[],
): string {
  const ofTour = tour && JSON.stringify([tour.id, tour.revision, tour.updatedAt]);
  return feedTag([feed.id, nameOfFeed(feed, tour), feed.locale, ofTour, state, JSON.stringify(trips)]);
}

function nameOfFeed({ kind, organizationName, userName, locale }: LiveFeed, tour: CalendarTour | null): string {
  if (tour !== null) return tour.name;
  return kind === 'mine' ? feedWords(locale).mine(userName, organizationName) : organizationName;
}

/** The events, and an entry of its own for each call time: that is when somebody has to be there. */
function entriesOf({ locale }: LiveFeed, events: readonly FeedEvent[]): CalendarEntry[] {
  return events.flatMap(({ callTime, teamMemberId, memberUpdatedAt, ...event }) => {
    if (callTime === null || teamMemberId === null) return [event];
    const { callTime: word } = feedWords(locale);
    const called = new Intl.DateTimeFormat(locale ?? 'en', {
      dateStyle: 'medium',
      timeStyle: 'short',
      timeZone: event.timezone,
    }).format(new Date(callTime));
    const isMemberNewer = memberUpdatedAt !== null && memberUpdatedAt > event.updatedAt;
    const updatedAt = isMemberNewer ? memberUpdatedAt : event.updatedAt;
    const call = {
      ...event,
      id: teamMemberId,
      name: `${word}: ${event.name}`,
      startsAt: callTime,
      endsAt: event.startsAt !== null && event.startsAt > callTime ? event.startsAt : null,
      updatedAt,
    };
    const description = [`${word}: ${called}`, event.description].filter(Boolean).join('\n\n');
    return [call, { ...event, description, updatedAt }];
  });
}
