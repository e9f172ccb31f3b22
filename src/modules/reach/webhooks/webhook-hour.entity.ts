import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What became of an endpoint's attempts in one hour, by the database's clock in UTC. */
@Entity({ name: 'webhook_hours' })
export class WebhookHour {
  @PrimaryColumn({ type: 'uuid' }) organizationId: string;
  @PrimaryColumn({ type: 'uuid' }) webhookId: string;
  /** Its beginning. */
  @PrimaryColumn({ type: 'timestamptz', precision: 3 }) hour: Date;
  /** Deliveries that succeeded. */
  @Column({ type: 'integer' }) delivered: number;
  /** Deliveries that failed for good. */
  @Column({ type: 'integer' }) failed: number;
  /** Attempts that failed and are made again. */
  @Column({ type: 'integer' }) retried: number;
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) lastSuccessAt: Date | null;
  /** The first failure of the hour after its last success; null when a success came last. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) failingSince: Date | null;
}
