import { Column, Entity, PrimaryColumn } from 'typeorm';
import { enumeration } from '../../../kernel/enumeration';

export const FEED_KINDS = enumeration('CalendarFeedKind', ['organization', 'tour', 'mine']);
export type FeedKind = (typeof FEED_KINDS)[number];

/** A calendar that a user subscribes to by a link, which is the only credential that it takes. */
@Entity({ name: 'calendar_feeds' })
export class CalendarFeed {
  @PrimaryColumn({ type: 'uuid' }) organizationId: string;
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'uuid' }) userId: string;
  @Column({ type: 'text' }) kind: FeedKind;
  @Column({ type: 'uuid', nullable: true }) tourId: string | null;
  /** SHA-256 of the link's token. */
  @Column({ type: 'bytea' }) tokenHash: Buffer;
  @Column({ type: 'timestamptz', precision: 3 }) createdAt: Date;
  @Column({ type: 'timestamptz', precision: 3 }) updatedAt: Date;
}
