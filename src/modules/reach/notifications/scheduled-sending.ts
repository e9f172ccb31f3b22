import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { DAY_MS } from '../../../kernel/durations';
import { NotFound } from '../../../kernel/problems';
import { lockForCopying } from '../../../platform/personal/erasure-lock';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { EventsService, type EventView } from '../../planning/events';
import { DueMessages } from './due-messages';
import { NotificationDrafts } from './notification-drafts';
import type { FailureReason } from './notifications.dto';
import { ScheduleRepository, type DueNotification } from './schedule.repository';

/** How long after its time a message may still be sent. */
const MISSED_AFTER_MS = DAY_MS;

/** Sends one notification whose time has come. */
@Injectable()
export class ScheduledSending {
  constructor(
    private readonly schedule: ScheduleRepository,
    private readonly messages: DueMessages,
    private readonly drafts: NotificationDrafts,
    private readonly events: EventsService,
    private readonly unitOfWork: UnitOfWork,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Sends a notification in the organization in scope, unless it isn't due any more. */
  send(id: string): Promise<void> {
    return this.unitOfWork.run(async () => {
      await lockForCopying(this.unitOfWork.current);
      const now = this.clock.now();
      const due = await this.schedule.claim(id, now);
      if (due === null) return;
      const event = await this.eventOf(due);
      const obstacle = this.obstacleOf(due, event, now);
      if (obstacle !== null) return this.messages.fail(id, obstacle, now);
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
}
