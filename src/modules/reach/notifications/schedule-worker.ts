import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { DAY_MS } from '../../../kernel/durations';
import { newId } from '../../../kernel/ids';
import { NotFound } from '../../../kernel/problems';
import type { BackgroundWork } from '../../../platform/background/background-work';
import { BackgroundWorks } from '../../../platform/background/background-works';
import { runInContext, systemContext, withContext } from '../../../platform/context/request-context';
import { BackgroundLog } from '../../../platform/logging/background-log';
import { lockForCopying } from '../../../platform/personal/erasure-lock';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { UserNames } from '../../people/users';
import { EventsService, type EventView } from '../../planning/events';
import { DueMessages } from './due-messages';
import { NotificationDrafts } from './notification-drafts';
import { NotificationRecorder } from './notification.recorder';
import type { FailureReason } from './notifications.dto';
import { NotificationsRepository } from './notifications.repository';
import { ScheduleRepository, type DueNotification } from './schedule.repository';

const LOOK_INTERVAL_MS = 5_000;
/** How long after its time a message may still be sent. */
const MISSED_AFTER_MS = DAY_MS;

/**
 * Sends notifications whose time has come, on every replica: one at a time locks each, and the transaction that gives it
 * its recipients makes it `queued`. A replica that dies meanwhile has done nothing.
 */
@Injectable()
export class ScheduleWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly work: BackgroundWork;

  constructor(
    private readonly schedule: ScheduleRepository,
    private readonly messages: DueMessages,
    private readonly drafts: NotificationDrafts,
    private readonly notifications: NotificationsRepository,
    private readonly events: EventsService,
    private readonly recorder: NotificationRecorder,
    private readonly userNames: UserNames,
    private readonly unitOfWork: UnitOfWork,
    private readonly log: BackgroundLog,
    works: BackgroundWorks,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.work = works.named('scheduled-notifications', 'scheduled notifications could not be looked for');
  }

  onApplicationBootstrap(): void {
    this.work.every(LOOK_INTERVAL_MS, 'scheduled-notifications', () => this.sendDue());
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.work.stop();
  }

  /** Sends all that is due. What fails is tried again at the next look, and keeps nothing else from being sent. */
  sendDue(): Promise<void> {
    return runInContext(systemContext(`scheduled-notifications:${newId()}`), () => this.sendAllDue());
  }

  private async sendAllDue(): Promise<void> {
    for (const { organizationId, id } of await this.schedule.due(this.clock.now())) {
      if (this.work.isStopping) return;
      try {
        await withContext({ scope: { organizationId } }, () => this.send(id));
      } catch (error) {
        this.log.error(error, 'a scheduled notification could not be sent; it will be tried again', {
          notification: id,
        });
      }
    }
  }

  private send(id: string): Promise<void> {
    return this.unitOfWork.run(async () => {
      await lockForCopying(this.unitOfWork.current);
      const now = this.clock.now();
      const due = await this.schedule.claim(id, now);
      if (due === null) return;
      const event = await this.eventOf(due);
      const obstacle = this.obstacleOf(due, event, now);
      if (obstacle !== null) return this.fail(id, obstacle, now);
      const surroundings = await this.drafts.surroundings(event);
      await this.schedule.update(id, { status: 'queued', ...surroundings, updatedAt: now });
      const chosen = due.eventId === null ? await this.schedule.take(id) : { eventId: due.eventId, rsvp: due.rsvp };
      await this.messages.send({ ...due, createdAt: now }, chosen, null);
    });
  }

  /** @returns null without one, also where it was deleted meanwhile */
  private async eventOf({ eventId }: DueNotification): Promise<EventView | null> {
    if (eventId === null) return null;
    try {
      return await this.events.get(eventId);
    } catch (error) {
      if (error instanceof NotFound) return null;
      throw error;
    }
  }

  private obstacleOf(due: DueNotification, event: EventView | null, now: Date): FailureReason | null {
    if (now.getTime() - Date.parse(due.sendAt!) > MISSED_AFTER_MS) return 'missed';
    if (due.eventId !== null && event === null) return 'event_deleted';
    return this.drafts.isConfigured(due.channel) ? null : 'channel_not_configured';
  }

  private async fail(id: string, reason: FailureReason, now: Date): Promise<void> {
    await this.schedule.fail(id, reason, now);
    this.recorder.completed(await this.userNames.withCreatorName((await this.notifications.find(id))!));
  }
}
