import { Injectable } from '@nestjs/common';
import { ScopedStatement } from '../../../platform/tenancy/statement';
import { TenantDatabase } from '../../../platform/tenancy/tenant-database';
import { MessageAudienceRepository } from './message-audience.repository';
import { isPersonal, sharedText } from './message-variables';
import { Notification } from './notification.entity';
import type { Channel } from './notifications.dto';
import { select, columnsOf } from '../../../platform/database/table';
import { Event } from '../../planning/events/event.entity';
import { ScheduledRecipient } from './scheduled-recipient.entity';

const NOTIFICATION = columnsOf(Notification, 'n');
const EVENT = columnsOf(Event, 'e');
const SCHEDULED_RECIPIENT = columnsOf(ScheduledRecipient, 's');

/** A message that is to come, as things stand. */
export interface ComingMessage {
  readonly at: Date;
  /** What planners know it by: a rule's name, a subject or a template. */
  readonly name: string;
  readonly channel: Channel;
  /** Whose it is: one of these. */
  readonly notificationId: string | null;
  readonly ruleId: string | null;
  readonly event: { readonly id: string; readonly name: string; readonly timezone: string } | null;
  /** Counts the people whom it would reach; asked for those alone that are shown. */
  readonly countRecipients: () => Promise<number>;
}

type ScheduledRow = Pick<Notification, 'id' | 'channel' | 'rsvp' | 'subject' | 'body' | 'template' | 'variables'> &
  Pick<Notification, 'sharedValues' | 'eventId'> & {
    sendAt: string;
    eventName: string | null;
    timezone: string | null;
  };

const SCHEDULED_UNTIL = new ScopedStatement<ScheduledRow>(
  `SELECT ${select(Notification, 'n', 'id', 'channel', 'rsvp', 'subject', 'body', 'template', 'variables').columns},
     ${select(Notification, 'n', 'sharedValues', 'eventId', 'sendAt').columns}, ${EVENT.name} AS "eventName",
     ${EVENT.timezone}
   FROM notifications n
     LEFT JOIN events e ON ${EVENT.organizationId} = ${NOTIFICATION.organizationId}
       AND ${EVENT.id} = ${NOTIFICATION.eventId}
   WHERE ${NOTIFICATION.organizationId} = $1 AND ${NOTIFICATION.status} = 'scheduled' AND ${NOTIFICATION.sendAt} < $2
   ORDER BY ${NOTIFICATION.sendAt}, ${NOTIFICATION.id} LIMIT $3`,
);
const COUNT_UNTIL = new ScopedStatement<{ count: number }>(
  `SELECT count(*)::int AS count FROM notifications n
   WHERE ${NOTIFICATION.organizationId} = $1 AND ${NOTIFICATION.status} = 'scheduled' AND ${NOTIFICATION.sendAt} < $2`,
);
const COUNT_NAMED = new ScopedStatement<{ count: number }>(
  `SELECT count(*)::int AS count FROM scheduled_recipients s
   WHERE ${SCHEDULED_RECIPIENT.organizationId} = $1 AND ${SCHEDULED_RECIPIENT.notificationId} = $2`,
);

/** The messages of the organization in scope that somebody has scheduled. */
@Injectable()
export class ScheduledMessages {
  constructor(
    private readonly database: TenantDatabase,
    private readonly audiences: MessageAudienceRepository,
  ) {}

  /** How many go out before a time, and the first of them. */
  async until(end: Date, limit: number): Promise<{ count: number; first: ComingMessage[] }> {
    const [{ count }, rows] = await Promise.all([
      this.database.only(COUNT_UNTIL, end),
      this.database.rows(SCHEDULED_UNTIL, end, limit),
    ]);
    return { count, first: rows.map((row) => this.coming(row)) };
  }

  private coming(row: ScheduledRow): ComingMessage {
    const { id, channel, subject, template, sharedValues, sendAt, eventId, eventName, timezone } = row;
    return {
      at: new Date(sendAt),
      name: subject === null ? template! : sharedText(subject, sharedValues),
      channel,
      notificationId: id,
      ruleId: null,
      event: eventName === null ? null : { id: eventId!, name: eventName, timezone: timezone! },
      countRecipients: () => this.countRecipients(row),
    };
  }

  private async countRecipients({ id, channel, eventId, rsvp, ...texts }: ScheduledRow): Promise<number> {
    if (eventId === null) return (await this.database.only(COUNT_NAMED, id)).count;
    const { reachable, reachableGuests } = await this.audiences.count(channel, eventId, rsvp);
    return isPersonal(texts) ? reachableGuests : reachable;
  }
}
