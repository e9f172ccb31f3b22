import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { Conflict, found, requireValid, type FieldProblem } from '../../../kernel/problems';
import { requireMatch } from '../../../platform/http/etag';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { variableProblems } from './message-variables';
import { NotificationDrafts, type Draft } from './notification-drafts';
import { NOTIFICATION_RECORD } from './notification.record';
import { NotificationRecorder } from './notification.recorder';
import type { UpdateNotification } from './notification-sending.dto';
import type { NotificationView } from './notifications.dto';
import { NotificationsRepository } from './notifications.repository';
import { ScheduleRepository } from './schedule.repository';

/** Changes and deletes notifications of the organization in scope that are sent later. */
@Injectable()
export class ScheduledNotificationsService {
  constructor(
    private readonly notifications: NotificationsRepository,
    private readonly schedule: ScheduleRepository,
    private readonly drafts: NotificationDrafts,
    private readonly recorder: NotificationRecorder,
    private readonly unitOfWork: UnitOfWork,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Stores one that is to be sent later, inside the caller's unit of work. */
  async add({ notification, chosen }: Draft): Promise<NotificationView> {
    const { id, channel } = notification;
    await this.notifications.insert(notification, 'scheduled');
    await this.schedule.remember(id, channel, chosen);
    const view = await this.get(id);
    this.recorder.created(view);
    return view;
  }

  /** @throws NotFound, PreconditionFailed, Conflict `already_sent`, ValidationFailed */
  update(id: string, changes: UpdateNotification): Promise<NotificationView> {
    return this.unitOfWork.run(async () => {
      const before = await this.lockScheduled(id);
      this.drafts.requireAhead(changes.sendAt);
      requireValid(await this.textProblems(before, changes));
      const changed = { ...before, ...changes };
      if (NOTIFICATION_RECORD.isSame(before, changed)) return before;
      await this.schedule.update(id, { ...changes, updatedAt: this.clock.now() });
      const after = await this.get(id);
      this.recorder.updated(before, after);
      return after;
    });
  }

  /** @throws NotFound, PreconditionFailed, Conflict `already_sent` */
  delete(id: string): Promise<void> {
    return this.unitOfWork.run(async () => {
      const notification = await this.lockScheduled(id);
      await this.schedule.delete(id);
      this.recorder.deleted(notification);
    });
  }

  private async lockScheduled(id: string): Promise<NotificationView> {
    const status = found(await this.schedule.lock(id));
    const notification = await this.get(id);
    requireMatch(NOTIFICATION_RECORD, notification);
    if (status !== 'scheduled')
      throw new Conflict('already_sent', 'Only a notification whose time is still to come can be changed or deleted.');
    return notification;
  }

  private async get(id: string): Promise<NotificationView> {
    return found(await this.notifications.find(id));
  }

  /** The texts of a WhatsApp message are its template's. */
  private async textProblems(
    { id, channel, eventId }: NotificationView,
    { subject, body }: UpdateNotification,
  ): Promise<FieldProblem[]> {
    const texts = Object.entries({ subject, body }).filter(([, text]) => text !== undefined);
    if (channel === 'whatsapp')
      return texts.map(([field]) => ({ field, code: 'not_allowed', message: `${field} is not for whatsapp.` }));
    const isEvent = eventId !== null;
    const data = { event: isEvent, guest: isEvent || (await this.schedule.namesGuests(id)) };
    return texts.flatMap(([field, text]) => variableProblems(field, text!, data));
  }
}
