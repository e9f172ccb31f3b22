import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Distributed } from '../database/distributed';
import { OpensNothing } from '../records/opens-nothing';

/** The end of an organization's hash chain, which only the service can write: see chain-heads.ts. */
@Entity({ name: 'audit_heads' })
@Distributed('audit_seals')
@OpensNothing('it is kept as a record, and is read with credentials')
export class AuditHead {
  /** The nil UUID for the platform's own chain. */
  @PrimaryColumn({ type: 'uuid' }) organizationId: string;
  /** Of the last seal. */
  @Column({ type: 'bigint' }) position: string;
  /** The last seal. */
  @Column({ type: 'bytea' }) hash: Buffer;
  @Column({ type: 'bytea' }) signature: Buffer;
}
