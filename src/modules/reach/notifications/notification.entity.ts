import { Column, Entity, PrimaryColumn } from 'typeorm';
import { OpensNothing } from '../../../platform/records/opens-nothing';
import type { Rsvp } from '../../planning/event-guests';
import type { CalendarMethod } from '../../planning/calendars';
import type { CalendarEvent } from '../../planning/events';
import type { Channel, FailureReason, NotificationStatus } from './notifications.dto';

/** The calendar entry that a message carries: the event as it was when the message was made. */
export interface CarriedEntry {
  readonly method: CalendarMethod;
  readonly event: CalendarEvent & { readonly startsAt: string };
}

/** A message to guests and others, with the counts of its recipients. */
@Entity({ name: 'notifications' })
@OpensNothing()
export class Notification {
  @PrimaryColumn({ type: 'uuid' }) organizationId: string;
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'text' }) channel: Channel;
  @Column({ type: 'text' }) status: NotificationStatus;
  @Column({ type: 'uuid', nullable: true }) eventId: string | null;
  /** Only guests of the event with this RSVP were chosen. */
  @Column({ type: 'text', nullable: true }) rsvp: Rsvp | null;
  @Column({ type: 'text', nullable: true }) subject: string | null;
  @Column({ type: 'text', nullable: true }) body: string | null;
  @Column({ type: 'text', nullable: true }) template: string | null;
  @Column({ type: 'text', nullable: true }) language: string | null;
  @Column({ type: 'json', nullable: true }) variables: Readonly<Record<string, string>> | null;
  /** The organization's when it was accepted. */
  @Column({ type: 'text', default: 'en' }) locale: string;
  @Column({ type: 'text', nullable: true }) senderName: string | null;
  @Column({ type: 'text', nullable: true }) replyTo: string | null;
  /** Values of placeholders, stored so that all recipients read the same. */
  @Column({ type: 'jsonb' }) sharedValues: Readonly<Record<string, string>>;
  /** The calendar entry that it carries. */
  @Column({ type: 'jsonb', nullable: true }) calendar: CarriedEntry | null;
  /** When it is to be sent, if not at once. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) sendAt: Date | null;
  /** Why it was not sent, or not to all, where that is no recipient's. */
  @Column({ type: 'text', nullable: true }) failureReason: FailureReason | null;
  /** The rule that made it. */
  @Column({ type: 'uuid', nullable: true }) ruleId: string | null;
  /** Recipients. */
  @Column({ type: 'integer' }) total: number;
  @Column({ type: 'integer' }) sent: number;
  @Column({ type: 'integer' }) failed: number;
  @Column({ type: 'uuid' }) createdBy: string;
  @Column({ type: 'timestamptz', precision: 3 }) createdAt: Date;
  @Column({ type: 'timestamptz', precision: 3 }) updatedAt: Date;
}
