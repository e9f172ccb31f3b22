import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { Conflict, found, NotFound, requireValid } from '../../../kernel/problems';
import { requireMatch } from '../../../platform/http/etag';
import { Recorder } from '../../../platform/recorders/recorder';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { EventsService } from '../events';
import { ACCESS_LINK_RECORD } from './access-link.record';
import { LINK_FIGURES, type AccessLinkView, type UpdateAccessLink } from './access-links.dto';
import { AccessLinksRepository } from './access-links.repository';
import { AccessLinksService } from './access-links.service';
import { linkExpiryProblem } from './link-expiry';

/** Changes of access links, up to their revocation. */
@Injectable()
export class AccessLinkChanges {
  constructor(
    private readonly links: AccessLinksRepository,
    private readonly service: AccessLinksService,
    private readonly events: EventsService,
    private readonly recorder: Recorder,
    private readonly unitOfWork: UnitOfWork,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * @throws NotFound, PreconditionFailed (If-Match), ValidationFailed for an end that it can't have
   * @throws Conflict `access_link_revoked`, `limit_reached` when an expired one would open something again
   */
  update(id: string, changes: UpdateAccessLink): Promise<AccessLinkView> {
    return this.unitOfWork.run(async () => {
      const { eventId } = found(await this.links.find(id));
      // Before the link, as whoever makes one: how many are live must not change meanwhile.
      const event = await this.events.lockForGuestChanges(eventId);
      const before = await this.service.lock(id);
      requireMatch(ACCESS_LINK_RECORD, withoutFigures(before));
      if (before.revokedAt !== null) throw new Conflict('access_link_revoked', 'The link was revoked. Make a new one.');
      const now = this.clock.now();
      requireValid([linkExpiryProblem(changes.expiresAt, event, now)]);
      if (ACCESS_LINK_RECORD.isSame(before, { ...before, ...changes })) return before;
      if (changes.expiresAt !== undefined) await this.service.requireRoom(eventId, now, id);
      await this.links.update(id, { ...changes, updatedAt: now });
      const after = await this.service.get(id);
      this.recorder.updated(ACCESS_LINK_RECORD, before, after);
      return after;
    });
  }

  /** Ends a link at once. It stays listed, with its scans. @throws NotFound, also again; PreconditionFailed (If-Match) */
  revoke(id: string): Promise<void> {
    return this.unitOfWork.run(async () => {
      const before = await this.service.lock(id);
      if (before.revokedAt !== null) throw new NotFound();
      requireMatch(ACCESS_LINK_RECORD, withoutFigures(before));
      const now = this.clock.now();
      await this.links.update(id, { revokedAt: now, updatedAt: now });
      this.recorder.record(ACCESS_LINK_RECORD, 'revoked', before, await this.service.get(id));
    });
  }
}

/** The record as its ETag covers it. */
function withoutFigures(view: AccessLinkView): object {
  return { ...view, ...Object.fromEntries(LINK_FIGURES.map((name) => [name, undefined])) };
}
