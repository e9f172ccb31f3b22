import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DAY_MS } from '../../kernel/durations';
import { Personal } from '../records/personal-column';
import { KeptFor } from '../records/kept';
import { OpensNothing } from '../records/opens-nothing';

/** How long a response is repeated to whoever sends the same key. */
export const KEY_LIFETIME_MS = DAY_MS;

/** The response to a request with an Idempotency-Key, for those who repeat it. */
@Entity({ name: 'idempotency_keys' })
@KeptFor('forget-idempotency-keys', {
  table: 'idempotency_keys',
  condition: 'created_at <= $1',
  keptMs: KEY_LIFETIME_MS,
})
@OpensNothing('it is asked for with the credential that it was made with')
export class IdempotencyKey {
  /** The nil UUID for routes of the platform. */
  @PrimaryColumn({ type: 'uuid' }) organizationId: string;
  /** Who sent it. */
  @PrimaryColumn({ type: 'text' }) principal: string;
  @PrimaryColumn({ type: 'text' }) route: string;
  @PrimaryColumn({ type: 'text' }) key: string;
  /** Follows from the rest. */
  @Column({ type: 'uuid' }) id: string;
  /** Digest of the request: another request can't use the same key. */
  @Personal('hashed') @Column({ type: 'bytea' }) fingerprint: Buffer;
  /** HTTP. */
  @Column({ type: 'integer' }) status: number;
  /** Sealed; null for a response without content, and for one that is forgotten. */
  @Personal('encrypted') @Column({ type: 'bytea', nullable: true }) body: Buffer | null;
  /** Whether it mentioned somebody who was erased since. */
  @Column({ type: 'boolean', default: false }) forgotten: boolean;
  @Column({ type: 'timestamptz', precision: 3 }) createdAt: Date;
}
