import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The response to a request with an Idempotency-Key, for those who repeat it. */
@Entity({ name: 'idempotency_keys' })
export class IdempotencyKey {
  /** The nil UUID for routes of the platform. */
  @PrimaryColumn({ type: 'uuid' }) organizationId: string;
  /** Who sent it. */
  @PrimaryColumn({ type: 'text' }) principal: string;
  @PrimaryColumn({ type: 'text' }) route: string;
  @PrimaryColumn({ type: 'text' }) key: string;
  /** Digest of the request: another request can't use the same key. */
  @Column({ type: 'bytea' }) fingerprint: Buffer;
  /** HTTP. */
  @Column({ type: 'integer' }) status: number;
  /** Sealed. */
  @Column({ type: 'bytea', nullable: true }) body: Buffer | null;
  @Column({ type: 'timestamptz', precision: 3 }) createdAt: Date;
}
