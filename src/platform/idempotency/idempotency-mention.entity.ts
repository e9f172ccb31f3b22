import { Entity, PrimaryColumn } from 'typeorm';
import { OpensNothing } from '../records/opens-nothing';

/** That a stored response mentions a record, who may be a person, or an e-mail address. */
@Entity({ name: 'idempotency_mentions' })
@OpensNothing('it is asked for with the credential that it was made with')
export class IdempotencyMention {
  /** The nil UUID for routes of the platform. */
  @PrimaryColumn({ type: 'uuid' }) organizationId: string;
  @PrimaryColumn({ type: 'uuid' }) responseId: string;
  /** The id of the record, or a keyed digest of the address. */
  @PrimaryColumn({ type: 'uuid' }) mentionId: string;
}
