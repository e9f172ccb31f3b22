import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Distributed } from '../../../platform/database/distributed';
import { OpensNothing } from '../../../platform/records/opens-nothing';

/** Up to when moments of a rule at an event are over: they were served, or a change of the event made them past. */
@Entity({ name: 'message_rule_moments' })
@Distributed('message_rules')
@OpensNothing()
export class MessageRuleMoment {
  @PrimaryColumn({ type: 'uuid' }) organizationId: string;
  @PrimaryColumn({ type: 'uuid' }) ruleId: string;
  @PrimaryColumn({ type: 'uuid' }) eventId: string;
  @Column({ type: 'timestamptz', precision: 3 }) overUntil: Date;
}
