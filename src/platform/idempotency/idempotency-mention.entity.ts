import { Entity, PrimaryColumn } from 'typeorm';

/** That a stored response mentions a record, who may be a person, or an e-mail address. */
@Entity({ name: 'idempotency_mentions' })
export class IdempotencyMention {
  /** The nil UUID for routes of the platform. */
  @PrimaryColumn({ type: 'uuid' }) organizationId: string;
  @PrimaryColumn({ type: 'uuid' }) responseId: string;
  /** The id of the record, or a keyed digest of the address. */
  @PrimaryColumn({ type: 'uuid' }) mentionId: string;
}
