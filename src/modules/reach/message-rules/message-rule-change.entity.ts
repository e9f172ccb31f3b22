import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Distributed } from '../../../platform/database/distributed';
import { OpensNothing } from '../../../platform/records/opens-nothing';
import type { Before } from './changes';

/** What happened that a rule speaks of, until the message about it goes out. Further changes until then join it. */
@Entity({ name: 'message_rule_changes' })
@Distributed('message_rules')
@OpensNothing()
export class MessageRuleChange {
  @PrimaryColumn({ type: 'uuid' }) organizationId: string;
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'uuid' }) ruleId: string;
  @Column({ type: 'uuid' }) eventId: string;
  /** The nil UUID for what concerns all of the event. */
  @Column({ type: 'uuid' }) guestId: string;
  @Column({ type: 'jsonb' }) was: Before;
  @Column({ type: 'timestamptz', precision: 3 }) firstAt: Date;
  @Column({ type: 'timestamptz', precision: 3 }) lastAt: Date;
  @Column({ type: 'timestamptz', precision: 3 }) dueAt: Date;
}
