import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The one row of the platform's settings, which a migration made. */
@Entity({ name: 'platform_settings' })
export class PlatformSettings {
  @PrimaryColumn({ type: 'uuid' }) id: string;
  /** Major units of `referralRewardCurrency`. */
  @Column({ type: 'numeric', precision: 19, scale: 4 }) referralRewardAmount: string;
  @Column({ type: 'text' }) referralRewardCurrency: string;
  /** The plan that new organizations start on. */
  @Column({ type: 'uuid', nullable: true }) defaultPlanId: string | null;
  @Column({ type: 'timestamptz', precision: 3 }) createdAt: Date;
  @Column({ type: 'timestamptz', precision: 3 }) updatedAt: Date;
}
