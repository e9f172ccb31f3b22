import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What a change did to its fields, as the API shows them. */
export type Changes = Record<string, { before: unknown; after: unknown }>;

/** One change of state: who did it, to what, and from where. It is append-only. */
@Entity({ name: 'audit_records' })
export class AuditRecord {
  @PrimaryColumn({ type: 'uuid' }) id: string;
  /** Null for the platform's own records. */
  @Column({ type: 'uuid', nullable: true }) organizationId: string | null;
  /** Subject and past participle: `expense.updated`. */
  @Column({ type: 'text' }) action: string;
  @PrimaryColumn({ type: 'timestamptz', precision: 3 }) occurredAt: Date;
  @Column({ type: 'text' }) actorType: 'user' | 'apiKey' | 'system';
  @Column({ type: 'uuid', nullable: true }) actorId: string | null;
  @Column({ type: 'text', nullable: true }) actorName: string | null;
  /** The operator who acted as the actor. */
  @Column({ type: 'uuid', nullable: true }) impersonatorId: string | null;
  @Column({ type: 'text', nullable: true }) impersonatorEmail: string | null;
  @Column({ type: 'text' }) targetType: string;
  @Column({ type: 'text' }) targetId: string;
  @Column({ type: 'json' }) changes: Changes;
  @Column({ type: 'text', nullable: true }) ip: string | null;
  @Column({ type: 'text', nullable: true }) userAgent: string | null;
  @Column({ type: 'text', nullable: true }) requestId: string | null;
}
