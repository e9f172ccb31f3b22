import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { hashToken, newId, NIL_ID } from '../../../kernel/ids';
import { toPage, type Page, type PageRequest } from '../../../kernel/page';
import { Conflict, found, forField, NotFound, requireFound, requireValid } from '../../../kernel/problems';
import { currentOrganizationId, currentPrincipal } from '../../../platform/context/request-context';
import { requireMatch } from '../../../platform/http/etag';
import { PublicOrigin } from '../../../platform/http/public-origin';
import { Recorder } from '../../../platform/recorders/recorder';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { UserNames } from '../../people/users';
import { EventsService } from '../events';
import { ScansRepository } from '../scans';
import { TripsService } from '../trips';
import { ACCESS_LINK_RECORD } from './access-link.record';
import { hashPin, newLinkToken } from './access-link-token';
import {
  LINK_FIGURES,
  type AccessLinkView,
  type CreateAccessLink,
  type CreatedAccessLinkView,
  type ScansQuery,
  type ScanView,
  type UpdateAccessLink,
} from './access-links.dto';
import { AccessLinksRepository } from './access-links.repository';
import { defaultExpiry, linkExpiryProblem } from './link-expiry';

const MAX_LIVE = 100;

/** The access links of the organization in scope, as planners make and revoke them. */
@Injectable()
export class AccessLinksService {
  constructor(
    private readonly links: AccessLinksRepository,
    private readonly scans: ScansRepository,
    private readonly events: EventsService,
    private readonly trips: TripsService,
    private readonly userNames: UserNames,
    private readonly origin: PublicOrigin,
    private readonly recorder: Recorder,
    private readonly unitOfWork: UnitOfWork,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws NotFound for an unknown event */
  async list(eventId: string, page: PageRequest): Promise<Page<AccessLinkView>> {
    const { rows, total } = await this.links.list(eventId, page);
    // If there are links the event exists; only without any must that be checked.
    if (total === 0) await this.events.requireExistence(eventId);
    return toPage(await this.userNames.withCreatorNames(rows), total, page);
  }

  /** @throws NotFound when the organization in scope has no such link */
  async get(id: string): Promise<AccessLinkView> {
    return this.userNames.withCreatorName(found(await this.links.find(id)));
  }

  /**
   * @returns the token too, in the link and its QR code; it can't be shown again
   * @throws NotFound for an unknown event or trip, ValidationFailed for an end that it can't have, Conflict `limit_reached`
   */
  create(eventId: string, input: CreateAccessLink): Promise<CreatedAccessLinkView> {
    const { name, kind, tripId = null, pin = null } = input;
    return this.unitOfWork.run(async () => {
      const event = await this.events.lockForGuestChanges(eventId);
      const now = this.clock.now();
      requireValid([linkExpiryProblem(input.expiresAt ?? undefined, event, now)]);
      if (tripId !== null) await this.requireTrip(eventId, tripId);
      await this.requireRoom(eventId, now);
      const id = newId();
      const token = newLinkToken(currentOrganizationId());
      await this.links.insert({
        id,
        eventId,
        tripId,
        kind,
        name,
        tokenHash: hashToken(token),
        pinHash: pin === null ? null : hashPin(token, pin),
        wrongPins: [],
        expiresAt: input.expiresAt ?? defaultExpiry(event, now),
        revokedAt: null,
        createdBy: currentPrincipal().userId,
        createdAt: now,
        updatedAt: now,
      });
      const view = await this.get(id);
      this.recorder.created(ACCESS_LINK_RECORD, view);
      const url = this.origin.link(`/field#${token}`);
      const { toString } = await import('qrcode');
      return { ...view, url, qrSvg: await toString(url, { type: 'svg', margin: 2 }) };
    });
  }

  /**
   * @throws NotFound, PreconditionFailed (If-Match), ValidationFailed for an end that it can't have
   * @throws Conflict `access_link_revoked`, `limit_reached` when an expired one would open something again
   */
  update(id: string, changes: UpdateAccessLink): Promise<AccessLinkView> {
    return this.unitOfWork.run(async () => {
      const { eventId } = found(await this.links.find(id));
      // Before the link, as whoever makes one: how many are live must not change meanwhile.
      const event = await this.events.lockForGuestChanges(eventId);
      const before = await this.lock(id);
      requireMatch(ACCESS_LINK_RECORD, withoutFigures(before));
      if (before.revokedAt !== null) throw new Conflict('access_link_revoked', 'The link was revoked. Make a new one.');
      const now = this.clock.now();
      requireValid([linkExpiryProblem(changes.expiresAt, event, now)]);
      if (ACCESS_LINK_RECORD.isSame(before, { ...before, ...changes })) return before;
      if (changes.expiresAt !== undefined) await this.requireRoom(eventId, now, id);
      await this.links.update(id, { ...changes, updatedAt: now });
      const after = await this.get(id);
      this.recorder.updated(ACCESS_LINK_RECORD, before, after);
      return after;
    });
  }

  /** Ends a link at once. It stays listed, with its scans. @throws NotFound, also again; PreconditionFailed (If-Match) */
  revoke(id: string): Promise<void> {
    return this.unitOfWork.run(async () => {
      const before = await this.lock(id);
      if (before.revokedAt !== null) throw new NotFound();
      requireMatch(ACCESS_LINK_RECORD, withoutFigures(before));
      const now = this.clock.now();
      await this.links.update(id, { revokedAt: now, updatedAt: now });
      this.recorder.record(ACCESS_LINK_RECORD, 'revoked', before, await this.get(id));
    });
  }

  /** What a link has scanned, the newest first. @throws NotFound */
  async listScans(id: string, query: ScansQuery): Promise<Page<ScanView>> {
    const { rows, total } = await this.scans.ofLink(id, query.status, query);
    if (total === 0) requireFound((await this.links.find(id)) !== null);
    return toPage(rows, total, query);
  }

  /** The trip stays until the unit of work ends. @throws NotFound naming the field */
  private async requireTrip(eventId: string, tripId: string): Promise<void> {
    const trip = await forField('tripId', this.trips.lock(tripId));
    if (trip.eventId !== eventId) throw new NotFound('tripId');
  }

  private async lock(id: string): Promise<AccessLinkView> {
    requireFound(await this.links.lock(id));
    return this.get(id);
  }

  /** The event must be locked. @throws Conflict `limit_reached` */
  private async requireRoom(eventId: string, now: Date, exceptId: string = NIL_ID): Promise<void> {
    if ((await this.links.countLive(eventId, now, exceptId)) < MAX_LIVE) return;
    throw new Conflict('limit_reached', `The event has ${MAX_LIVE} links that open it. Revoke one first.`);
  }
}

/** The record as its ETag covers it. */
function withoutFigures(view: AccessLinkView): object {
  return { ...view, ...Object.fromEntries(LINK_FIGURES.map((name) => [name, undefined])) };
}
