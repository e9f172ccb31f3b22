import { Column, Entity, PrimaryColumn } from 'typeorm';
import { enumeration } from '../../../kernel/enumeration';
import { Distributed } from '../../../platform/database/distributed';
import { OpensNothing } from '../../../platform/records/opens-nothing';
import type { Rsvp } from '../../planning/event-guests';
import type { Channel } from '../notifications';
import { CHANGE_TRIGGERS } from './changes';
import { TIMED_TRIGGERS } from './moments';

export const TRIGGERS = enumeration('MessageRuleTrigger', [...TIMED_TRIGGERS, ...CHANGE_TRIGGERS]);
export type Trigger = (typeof TRIGGERS)[number];

export const LATE = enumeration('MessageRuleLate', ['skip', 'send']);
export type Late = (typeof LATE)[number];

/** A rule by which guests of an event, or of each event of a tour, get a message at the right moment. */
@Entity({ name: 'message_rules' })
@Distributed('events', 'tours')
@OpensNothing()
export class MessageRule {
  @PrimaryColumn({ type: 'uuid' }) organizationId: string;
  @PrimaryColumn({ type: 'uuid' }) id: string;
  /** The event, or else the tour. */
  @Column({ type: 'uuid', nullable: true }) eventId: string | null;
  @Column({ type: 'uuid', nullable: true }) tourId: string | null;
  @Column({ type: 'text' }) name: string;
  @Column({ type: 'text' }) trigger: Trigger;
  /** From a time of the event to the moment; null for triggers that are changes. */
  @Column({ type: 'integer', nullable: true }) offsetMinutes: number | null;
  @Column({ type: 'text' }) channel: Channel;
  @Column({ type: 'text', nullable: true }) subject: string | null;
  @Column({ type: 'text', nullable: true }) body: string | null;
  @Column({ type: 'text', nullable: true }) template: string | null;
  @Column({ type: 'text', nullable: true }) language: string | null;
  @Column({ type: 'json', nullable: true }) variables: Readonly<Record<string, string>> | null;
  /** Whom it is for; empty for all but those who declined. */
  @Column({ type: 'text', array: true }) rsvp: Rsvp[];
  @Column({ type: 'text', nullable: true }) windowFrom: string | null;
  @Column({ type: 'text', nullable: true }) windowTo: string | null;
  @Column({ type: 'boolean' }) active: boolean;
  @Column({ type: 'text' }) late: Late;
  /** Moments up to this one are over, wherever it applies. */
  @Column({ type: 'timestamptz', precision: 3 }) openSince: Date;
  /** The earliest time at which it may have something to do. */
  @Column({ type: 'timestamptz', precision: 3 }) lookAt: Date;
  /** Counts who has brought that forward. */
  @Column({ type: 'integer', default: 0 }) looks: number;
  @Column({ type: 'uuid' }) createdBy: string;
  @Column({ type: 'timestamptz', precision: 3 }) createdAt: Date;
  @Column({ type: 'timestamptz', precision: 3 }) updatedAt: Date;
}
