import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How many notices of a kind a user got within a day. */
@Entity({ name: 'security_notice_counts' })
export class SecurityNoticeCount {
  @PrimaryColumn({ type: 'uuid' }) userId: string;
  @PrimaryColumn({ type: 'text' }) kind: string;
  /** Those that were not mailed included. */
  @Column({ type: 'integer' }) notices: number;
  @Column({ type: 'timestamptz', precision: 3 }) windowEndsAt: Date;
}
