import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A process of the service, which says every few seconds that it runs. */
@Entity({ name: 'replicas' })
export class Replica {
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'text' }) host: string;
  @Column({ type: 'integer' }) pid: number;
  /** The release. */
  @Column({ type: 'text' }) version: string;
  @Column({ type: 'timestamptz', precision: 3 }) startedAt: Date;
  @Column({ type: 'timestamptz', precision: 3 }) lastSeenAt: Date;
}
