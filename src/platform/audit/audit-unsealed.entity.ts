import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Distributed } from '../database/distributed';
import { OpensNothing } from '../records/opens-nothing';

/** An audit record that has no position in its chain yet. */
@Entity({ name: 'audit_unsealed' })
@Distributed('audit_records')
@OpensNothing('it is kept as a record, and is read with credentials')
export class AuditUnsealed {
  /** The nil UUID for the platform's own records. */
  @PrimaryColumn({ type: 'uuid' }) organizationId: string;
  @Column({ type: 'uuid' }) auditRecordId: string;
  /** From a sequence, when it was written: a transaction that could see another one's records has higher numbers. */
  @Column({ primary: true, type: 'bigint', generated: 'identity' }) number: string;
}
