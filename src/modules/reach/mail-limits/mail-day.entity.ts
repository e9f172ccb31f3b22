import { Column, Entity, PrimaryColumn } from 'typeorm';
import { KeptFor } from '../../../platform/records/kept';
import { DAY_MS } from '../../../kernel/durations';
import { OpensNothing } from '../../../platform/records/opens-nothing';

/** To how many recipients an organization has sent e-mail on a day, and what became of it. */
@Entity({ name: 'mail_days' })
@KeptFor('delete-mail-days', { table: 'mail_days', condition: 'day < $1::timestamptz::date', keptMs: 90 * DAY_MS })
@OpensNothing()
export class MailDay {
  @PrimaryColumn({ type: 'uuid' }) organizationId: string;
  /** In UTC. */
  @PrimaryColumn({ type: 'date' }) day: string;
  @Column({ type: 'integer' }) recipients: number;
  /** Messages that a server has taken, or refused for good. */
  @Column({ type: 'integer', default: 0 }) tried: number;
  /** Of those, refused for good. */
  @Column({ type: 'integer', default: 0 }) refused: number;
  /** Since when its e-mail is paused for the rest of the day. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) pausedAt: Date | null;
}
