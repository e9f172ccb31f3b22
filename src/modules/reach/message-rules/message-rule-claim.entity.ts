import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Distributed } from '../../../platform/database/distributed';
import { OpensNothing } from '../../../platform/records/opens-nothing';

/** A guest who has a rule's message of an event, or of a change. One row each: twice is impossible. */
@Entity({ name: 'message_rule_claims' })
@Distributed('message_rules')
@OpensNothing()
export class MessageRuleClaim {
  @PrimaryColumn({ type: 'uuid' }) organizationId: string;
  @PrimaryColumn({ type: 'uuid' }) ruleId: string;
  @PrimaryColumn({ type: 'uuid' }) eventId: string;
  /** The nil UUID for rules with a moment. */
  @PrimaryColumn({ type: 'uuid' }) changeId: string;
  @PrimaryColumn({ type: 'uuid' }) guestId: string;
  @Column({ type: 'uuid' }) notificationId: string;
}
