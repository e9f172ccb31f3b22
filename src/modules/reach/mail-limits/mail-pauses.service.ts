import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, utcDay, type Clock } from '../../../kernel/clock';
import { NotFound } from '../../../kernel/problems';
import { MailQueue } from '../../../platform/mail/mail-queue';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { MailPauseNotices } from './mail-pause-notices';
import { MailPauseRecorder } from './mail-pause.recorder';
import { MailPausesRepository, type OrganizationOutcomes } from './mail-pauses.repository';

/**
 * Pauses the e-mail of an organization for the rest of the day (UTC) when servers refuse too much of it for good. Its
 * messages to guests wait, and new ones and invitations are refused. Refusals that come later, as a message of their own
 * to the sender's address, are not seen.
 */
@Injectable()
export class MailPauses {
  constructor(
    private readonly pauses: MailPausesRepository,
    private readonly notices: MailPauseNotices,
    private readonly recorder: MailPauseRecorder,
    private readonly unitOfWork: UnitOfWork,
    queue: MailQueue,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    queue.onOutcome.register((organizationId, isRefused) =>
      this.count([{ organizationId, tried: 1, refused: isRefused ? 1 : 0 }]),
    );
  }

  /**
   * Counts what became of messages, each organization once, inside the caller's unscoped unit of work. Whoever has too
   * many refused ones is paused by it, and the Admins are mailed: once, however many replicas send.
   */
  async count(outcomes: readonly OrganizationOutcomes[]): Promise<void> {
    if (outcomes.length === 0) return;
    const now = this.clock.now();
    for (const organizationId of await this.pauses.add(utcDay(now), outcomes)) {
      await this.unitOfWork.runScoped(organizationId, async () => {
        const day = await this.pauses.pause(organizationId, utcDay(now), now);
        await this.notices.send(day);
        this.recorder.paused(organizationId);
      });
    }
  }

  /** Ends the pause of an organization, for an operator. @throws NotFound when there is none */
  async lift(organizationId: string): Promise<void> {
    await this.unitOfWork.runUnscoped('Super Admins look after all organizations', async () => {
      if (!(await this.pauses.lift(organizationId, utcDay(this.clock.now())))) throw new NotFound();
      this.recorder.resumed(organizationId);
    });
  }
}
