import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A message about a change, for those who follow changes. It is only written when its type has a receiver. */
@Entity({ name: 'outbox_events' })
export class OutboxEvent {
  @PrimaryColumn({ type: 'uuid' }) organizationId: string;
  @PrimaryColumn({ type: 'uuid' }) id: string;
  /** The event type: `expense.created`. */
  @Column({ type: 'text' }) type: string;
  /** JSON, as it is delivered but for what it says of people; see {@link EventBodies}. */
  @Column({ type: 'text' }) body: string;
  /** The same with the whole record, for receivers that ask for it; null where `body` has that already. */
  @Column({ type: 'text', nullable: true }) fullBody: string | null;
  /** Whom the bodies have values of; null where they are readable, because a version of before has written them. */
  @Column({ type: 'uuid', array: true, nullable: true }) people: string[] | null;
  /** What they say of each of the people, encrypted. */
  @Column({ type: 'text', nullable: true }) personal: string | null;
  @Column({ type: 'timestamptz', precision: 3 }) createdAt: Date;
}
