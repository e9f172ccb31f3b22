import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { hashToken, newId } from '../../../kernel/ids';
import { forField, NotFound, requireValid } from '../../../kernel/problems';
import { currentOrganizationId, currentPrincipal } from '../../../platform/context/request-context';
import { PublicOrigin } from '../../../platform/http/public-origin';
import { Recorder } from '../../../platform/recorders/recorder';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { EventsService } from '../events';
import { TripsService } from '../trips';
import { ACCESS_LINK_RECORD } from './access-link.record';
import { hashPin, newLinkToken } from './access-link-token';
import type { CreateAccessLink, CreatedAccessLinkView } from './access-links.dto';
import { AccessLinksRepository } from './access-links.repository';
import { AccessLinksService } from './access-links.service';
import { defaultExpiry, linkExpiryProblem } from './link-expiry';

/** New access links, whose tokens are shown once. */
@Injectable()
export class AccessLinkCreation {
  constructor(
    private readonly links: AccessLinksRepository,
    private readonly service: AccessLinksService,
    private readonly events: EventsService,
    private readonly trips: TripsService,
    private readonly origin: PublicOrigin,
    private readonly recorder: Recorder,
    private readonly unitOfWork: UnitOfWork,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

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
      await this.service.requireRoom(eventId, now);
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
      const view = await this.service.get(id);
      this.recorder.created(ACCESS_LINK_RECORD, view);
      const url = this.origin.link(`/field#${token}`);
      const { toString } = await import('qrcode');
      return { ...view, url, qrSvg: await toString(url, { type: 'svg', margin: 2 }) };
    });
  }

  /** The trip stays until the unit of work ends. @throws NotFound naming the field */
  private async requireTrip(eventId: string, tripId: string): Promise<void> {
    const trip = await forField('tripId', this.trips.lock(tripId));
    if (trip.eventId !== eventId) throw new NotFound('tripId');
  }
}
