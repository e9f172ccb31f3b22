import { Column, Entity, PrimaryColumn } from 'typeorm';
import { KeptFor } from '../../../platform/records/kept';
import { DAY_MS } from '../../../kernel/durations';

/** A process of the service, which says every few seconds that it runs. */
@Entity({ name: 'replicas' })
@KeptFor('forget-platform-health', { table: 'replicas', condition: 'last_seen_at <= $1', keptMs: DAY_MS })
export class Replica {
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'text' }) host: string;
  @Column({ type: 'integer' }) pid: number;
  /** The release. */
  @Column({ type: 'text' }) version: string;
  @Column({ type: 'timestamptz', precision: 3 }) startedAt: Date;
  @Column({ type: 'timestamptz', precision: 3 }) lastSeenAt: Date;
}
