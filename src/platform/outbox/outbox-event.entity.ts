import { Column, Entity, PrimaryColumn } from 'typeorm';
import { OpensNothing } from '../records/opens-nothing';
import { Personal } from '../records/personal-column';

/** A message about a change, for those who follow changes. It is only written when its type has a receiver. */
@Entity({ name: 'outbox_events' })
@OpensNothing('it is kept as a record, and is read with credentials')
export class OutboxEvent {
  @PrimaryColumn({ type: 'uuid' }) organizationId: string;
  @PrimaryColumn({ type: 'uuid' }) id: string;
  /** The event type: `expense.created`. */
  @Column({ type: 'text' }) type: string;
  /** JSON, as it is delivered but for what it says of people; see {@link EventBodies}. */
  @Column({ type: 'text' }) body: string;
  /** The same with the whole record, for receivers that ask for it; null where `body` has that already. */
  @Column({ type: 'text', nullable: true }) fullBody: string | null;
  /** Whom the bodies have values of. */
  @Column({ type: 'uuid', array: true }) people: string[];
  /** What they say of each of the people, encrypted; null where they say nothing of anybody. */
  @Personal('encrypted') @Column({ type: 'text', nullable: true }) personal: string | null;
  @Column({ type: 'timestamptz', precision: 3 }) createdAt: Date;
}
