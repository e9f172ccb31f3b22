import { Column, Entity, PrimaryColumn } from 'typeorm';

/** To how many recipients an organization has sent e-mail on a day. */
@Entity({ name: 'mail_days' })
export class MailDay {
  @PrimaryColumn({ type: 'uuid' }) organizationId: string;
  /** In UTC. */
  @PrimaryColumn({ type: 'date' }) day: string;
  @Column({ type: 'integer' }) recipients: number;
}
