import { Column, Entity, PrimaryColumn } from 'typeorm';
import { KeptFor } from '../../../platform/records/kept';
import { DAY_MS } from '../../../kernel/durations';
import type { HealthFigures } from './platform-health.dto';

/** The figures of one moment, for the history of a day. */
@Entity({ name: 'health_samples' })
@KeptFor('forget-platform-health', { table: 'health_samples', condition: 'at <= $1', keptMs: DAY_MS })
export class HealthSample {
  @PrimaryColumn({ type: 'timestamptz', precision: 3 }) at: Date;
  @Column({ type: 'jsonb' }) figures: HealthFigures;
}
