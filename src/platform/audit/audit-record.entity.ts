import { Column, Entity, PrimaryColumn } from 'typeorm';
import { enumeration } from '../../kernel/enumeration';
import { ParentColumns } from '../records/parent-columns';
import { Personal } from '../records/personal-column';
import { Distributed } from '../database/distributed';
import type { Changes } from '../records/changes';
import { OpensNothing } from '../records/opens-nothing';

/** Who makes changes. */
export const ACTOR_TYPES = enumeration('ActorType', ['user', 'apiKey', 'accessLink', 'system']);

/**
 * One change of state: who did it, to what, and from where. It is append-only. What the target is or belongs to is for
 * readers that follow it, and not part of the seal.
 */
@Entity({ name: 'audit_records' })
@Distributed()
@ParentColumns()
@OpensNothing('it is kept as a record, and is read with credentials')
export class AuditRecord {
  @PrimaryColumn({ type: 'uuid' }) id: string;
  /** The nil UUID for the platform's own records. */
  @PrimaryColumn({ type: 'uuid' }) organizationId: string;
  /** Subject and past participle: `expense.updated`. */
  @Column({ type: 'text' }) action: string;
  @PrimaryColumn({ type: 'timestamptz', precision: 3 }) occurredAt: Date;
  @Column({ type: 'text' }) actorType: (typeof ACTOR_TYPES)[number];
  @Column({ type: 'uuid', nullable: true }) actorId: string | null;
  /** Of a user encrypted under their key, see {@link PersonKey}. */
  @Personal('encrypted') @Column({ type: 'text', nullable: true }) actorName: string | null;
  /** The operator who acted as the actor. */
  @Column({ type: 'uuid', nullable: true }) impersonatorId: string | null;
  /** Encrypted under the operator's key. */
  @Personal('encrypted') @Column({ type: 'text', nullable: true }) impersonatorEmail: string | null;
  @Column({ type: 'text' }) targetType: string;
  @Column({ type: 'text' }) targetId: string;
  /** What another system called the target at the time. Of people encrypted under the key of `personalOf`. Not sealed. */
  @Personal('encrypted') @Column({ type: 'text', nullable: true }) targetExternalId: string | null;
  /** Personal fields are there with null: see `personal`. */
  @Column({ type: 'json' }) changes: Changes;
  /** Whose personal values changed. */
  @Column({ type: 'uuid', nullable: true }) personalOf: string | null;
  /** What changed of them, encrypted under their key; null where the key was destroyed before. */
  @Personal('encrypted') @Column({ type: 'text', nullable: true }) personal: string | null;
  @Column({ type: 'text', nullable: true }) ip: string | null;
  @Column({ type: 'text', nullable: true }) userAgent: string | null;
  @Column({ type: 'text', nullable: true }) requestId: string | null;
}
