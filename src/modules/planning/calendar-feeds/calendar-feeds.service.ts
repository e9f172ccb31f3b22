import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { hashToken, newId, randomToken } from '../../../kernel/ids';
import { toPage, type Page, type PageRequest } from '../../../kernel/page';
import type { Principal } from '../../../kernel/principal';
import { Conflict, Forbidden, found, forField, Unauthenticated } from '../../../kernel/problems';
import {
  currentOrganizationId,
  currentPrincipal,
  renewPrincipal,
  withContext,
} from '../../../platform/context/request-context';
import { PublicOrigin } from '../../../platform/http/public-origin';
import { Recorder } from '../../../platform/recorders/recorder';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { lockMembership, lockUser } from '../../people/members';
import { lockOrganization } from '../../people/organizations';
import { ToursService } from '../tours';
import { CALENDAR_FEED_RECORD } from './calendar-feed.record';
import type { CalendarFeedView, CreateCalendarFeed, CreatedCalendarFeedView } from './calendar-feeds.dto';
import { CalendarFeedsRepository } from './calendar-feeds.repository';

const MAX_FEEDS = 20;

/** The caller's own feeds. */
@Injectable()
export class CalendarFeedsService {
  constructor(
    private readonly feeds: CalendarFeedsRepository,
    private readonly tours: ToursService,
    private readonly origin: PublicOrigin,
    private readonly recorder: Recorder,
    private readonly unitOfWork: UnitOfWork,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** One page of the caller's feeds in the organization in scope, newest first. */
  async list(page: PageRequest): Promise<Page<CalendarFeedView>> {
    const { rows, total } = await this.feeds.list(currentPrincipal().userId, page);
    return toPage(rows, total, page);
  }

  /**
   * Makes a feed for the caller.
   *
   * @returns the link too; it can't be shown again
   * @throws NotFound naming `tourId`, Conflict `limit_reached`, Forbidden `impersonating`, Unauthenticated when the
   *   caller's membership has ended meanwhile
   */
  create({ kind, tourId = null }: CreateCalendarFeed): Promise<CreatedCalendarFeedView> {
    forbidWhileImpersonating(currentPrincipal());
    return this.unitOfWork.run(async () => {
      // So that several feeds at once are counted one after the other. Whoever ends what a user has locks the user.
      await lockOrganization(this.unitOfWork, currentOrganizationId());
      await lockUser(this.unitOfWork, currentPrincipal().userId);
      await renewPrincipal();
      const { userId, superAdmin } = currentPrincipal();
      const isMember = await lockMembership(this.unitOfWork, currentOrganizationId(), userId);
      if (!isMember && !superAdmin) throw new Unauthenticated('The membership has ended.');
      if (tourId !== null) await forField('tourId', this.tours.calendarEntry(tourId));
      if ((await this.feeds.count(userId)) >= MAX_FEEDS)
        throw new Conflict('limit_reached', `You have ${MAX_FEEDS} calendar feeds already. Revoke one first.`);
      const token = randomToken();
      const now = this.clock.now();
      const id = newId();
      const times = { createdAt: now, updatedAt: now };
      await this.feeds.insert({ id, userId, kind, tourId, tokenHash: hashToken(token), ...times });
      const view = { id, kind, tourId, createdAt: now.toISOString(), updatedAt: now.toISOString() };
      this.recorder.created(CALENDAR_FEED_RECORD, view);
      return { ...view, url: this.origin.link(`/calendar/${token}.ics`) };
    });
  }

  /** @throws NotFound when the caller has no such feed, Forbidden `impersonating` */
  revoke(id: string): Promise<void> {
    const principal = currentPrincipal();
    forbidWhileImpersonating(principal);
    return this.unitOfWork.run(async () => {
      const feed = found(await this.feeds.lockOwn(id, principal.userId));
      await this.end(feed);
    });
  }

  /** Ends a user's feeds in the organization in scope, inside the caller's unit of work. @returns how many */
  async revokeAllOf(userId: string): Promise<number> {
    const feeds = await this.feeds.lockAllOf(userId);
    for (const feed of feeds) await this.end(feed);
    return feeds.length;
  }

  /**
   * Ends a user's feeds in all organizations, inside the caller's unscoped unit of work. The logs do not get the
   * caller's address: an organization may belong to the stranger who had the account.
   *
   * @returns how many
   */
  async revokeEverywhere(userId: string): Promise<number> {
    const revoked = await this.feeds.revokeEverywhere(userId);
    for (const { organizationId, ...feed } of revoked)
      withContext({ ip: null, userAgent: null }, () => this.recordEnd(feed, organizationId));
    return revoked.length;
  }

  private async end(feed: CalendarFeedView): Promise<void> {
    await this.feeds.delete(feed.id);
    this.recordEnd(feed);
  }

  private recordEnd(feed: CalendarFeedView, organizationId?: string): void {
    this.recorder.record(CALENDAR_FEED_RECORD, 'revoked', feed, null, { organizationId });
  }
}

function forbidWhileImpersonating({ impersonator }: Principal): void {
  if (impersonator === null) return;
  throw new Forbidden('While impersonating, calendar feeds cannot be changed.', 'impersonating');
}
