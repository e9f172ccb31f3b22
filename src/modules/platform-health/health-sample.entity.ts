import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { HealthFigures } from './platform-health.dto';

/** The figures of one moment, for the history of a day. */
@Entity({ name: 'health_samples' })
export class HealthSample {
  @PrimaryColumn({ type: 'timestamptz', precision: 3 }) at: Date;
  @Column({ type: 'jsonb' }) figures: HealthFigures;
}
