import { Column, Entity, PrimaryColumn } from 'typeorm';
import { KeptFor } from '../../../platform/records/kept';
import { OpensNothing } from '../../../platform/records/opens-nothing';

/** How many notices of a kind a user got within a day. */
@Entity({ name: 'security_notice_counts' })
@KeptFor('forget-security-notices', { table: 'security_notice_counts', condition: 'window_ends_at <= $1', keptMs: 0 })
@OpensNothing('it counts something, or remembers that it was seen')
export class SecurityNoticeCount {
  @PrimaryColumn({ type: 'uuid' }) userId: string;
  @PrimaryColumn({ type: 'text' }) kind: string;
  /** Those that were not mailed included. */
  @Column({ type: 'integer' }) notices: number;
  @Column({ type: 'timestamptz', precision: 3 }) windowEndsAt: Date;
}
