import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Distributed } from '../database/distributed';
import { OpensNothing } from '../records/opens-nothing';

/** The position of an audit record in its organization's hash chain. It is append-only. */
@Entity({ name: 'audit_seals' })
@Distributed('audit_records')
@OpensNothing('it is kept as a record, and is read with credentials')
export class AuditSeal {
  /** The nil UUID for the platform's own chain. */
  @PrimaryColumn({ type: 'uuid' }) organizationId: string;
  /** Counted from 1 in each chain. */
  @PrimaryColumn({ type: 'bigint' }) position: string;
  @Column({ type: 'uuid' }) auditRecordId: string;
  /** See audit-chain.ts. */
  @Column({ type: 'bytea' }) hash: Buffer;
  @Column({ type: 'timestamptz', precision: 3 }) sealedAt: Date;
}
