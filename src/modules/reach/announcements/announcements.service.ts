import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { expiryProblem } from '../../../kernel/expiry';
import { newId } from '../../../kernel/ids';
import { toPage, type Page } from '../../../kernel/page';
import { found, requireValid } from '../../../kernel/problems';
import { currentOrganizationId, currentPrincipal } from '../../../platform/context/request-context';
import { requireMatch } from '../../../platform/http/etag';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { ANNOUNCEMENT_RECORD } from './announcement.record';
import { AnnouncementMessages } from './announcement-messages';
import type {
  AnnouncementsQuery,
  AnnouncementView,
  PublishAnnouncement,
  ReadMarkView,
  UpdateAnnouncement,
} from './announcements.dto';
import { AnnouncementRecorder } from './announcement.recorder';
import { ANNOUNCEMENTS_REASON, AnnouncementsRepository, type Reader } from './announcements.repository';

/**
 * Announcements of the platform: their rules, each change in one transaction. One that a caller may not see is
 * NotFound.
 */
@Injectable()
export class AnnouncementsService {
  constructor(
    private readonly announcements: AnnouncementsRepository,
    private readonly recorder: AnnouncementRecorder,
    private readonly messages: AnnouncementMessages,
    private readonly unitOfWork: UnitOfWork,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async list(query: AnnouncementsQuery): Promise<Page<AnnouncementView>> {
    const { rows, total } = await this.announcements.list(query, await this.reader());
    return toPage(rows, total, query);
  }

  /** @throws NotFound when there is none, the caller is not of its audience, or it has expired */
  async get(id: string): Promise<AnnouncementView> {
    return found(await this.announcements.find(id, await this.reader()));
  }

  /** @throws ValidationFailed when it would have expired already */
  publish({ title, body, level, audience, expiresAt = null }: PublishAnnouncement): Promise<AnnouncementView> {
    requireValid([expiryProblem(expiresAt, this.clock.now())]);
    return this.unitOfWork.runUnscoped(ANNOUNCEMENTS_REASON, async () => {
      const id = newId();
      const now = this.clock.now();
      await this.announcements.insert({
        id,
        title,
        body,
        level: level ?? 'info',
        audience: audience ?? 'admins',
        expiresAt,
        withdrawn: false,
        publishedBy: currentPrincipal().userId,
        createdAt: now,
        updatedAt: now,
      });
      const announcement = await this.get(id);
      this.recorder.published(announcement);
      return announcement;
    });
  }

  /**
   * Changes an announcement, or shows one again that has expired.
   *
   * @throws NotFound, also for an expired one that would stay expired; PreconditionFailed (If-Match); ValidationFailed
   *   as for {@link publish}
   */
  update(id: string, changes: UpdateAnnouncement): Promise<AnnouncementView> {
    requireValid([expiryProblem(changes.expiresAt ?? null, this.clock.now())]);
    return this.unitOfWork.runUnscoped(ANNOUNCEMENTS_REASON, async () => {
      const before = await this.lock(id);
      requireMatch(ANNOUNCEMENT_RECORD, before);
      if (ANNOUNCEMENT_RECORD.isSame(before, { ...before, ...changes })) return this.get(id);
      // A replica whose clock is ahead may have announced the expiry on streams: shows it again.
      await this.announcements.update(id, { ...changes, withdrawn: false, updatedAt: this.clock.now() });
      const after = await this.get(id);
      this.recorder.updated(before, after);
      return after;
    });
  }

  /** Forgets what a user who is being erased has read, inside the caller's unscoped unit of work. */
  forgetReader(userId: string): Promise<void> {
    return this.announcements.forgetReader(userId);
  }

  /** Deletes an announcement, an expired one too. @throws NotFound, PreconditionFailed (If-Match) */
  delete(id: string): Promise<void> {
    return this.unitOfWork.runUnscoped(ANNOUNCEMENTS_REASON, async () => {
      const announcement = await this.lock(id);
      requireMatch(ANNOUNCEMENT_RECORD, announcement);
      await this.announcements.delete(id);
      this.recorder.removed(announcement);
    });
  }

  /**
   * Marks an announcement as read by the caller. The first time stays, however often it is repeated. @throws NotFound
   */
  markRead(id: string): Promise<ReadMarkView> {
    const organizationId = currentOrganizationId();
    return this.unitOfWork.runUnscoped(ANNOUNCEMENTS_REASON, async () => {
      await this.announcements.lockShared(id);
      const { readAt } = await this.get(id);
      if (readAt !== null) return { success: true, readAt };
      const now = this.clock.now();
      if (await this.announcements.mark(id, currentPrincipal().userId, now)) {
        this.recorder.read(id, now, organizationId);
        return { success: true, readAt: now.toISOString() };
      }
      // Another request of the same reader was faster.
      return { success: true, readAt: (await this.get(id)).readAt ?? now.toISOString() };
    });
  }

  private async lock(id: string): Promise<AnnouncementView> {
    await this.announcements.lock(id);
    return found(await this.announcements.findEver(id, await this.reader()));
  }

  private async reader(): Promise<Reader> {
    const principal = currentPrincipal();
    const [audience] = await this.messages.audiencesOf([principal]);
    // The organization's keys have read nothing: marks are a user's.
    const userId = principal.ofOrganization ? principal.credentialId : principal.userId;
    return { userId, seesAdmins: audience === 'admins', now: this.clock.now() };
  }
}
