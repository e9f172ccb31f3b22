import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Personal } from '../records/personal-column';
import { KeptFor } from '../records/kept';

/** How many mails an address got within an hour that somebody only claims to have. */
@Entity({ name: 'mail_recipient_counts' })
@KeptFor('forget-mail-recipient-counts', {
  table: 'mail_recipient_counts',
  condition: 'window_ends_at <= $1',
  keptMs: 0,
})
export class MailRecipientCount {
  /** Of the address, or of the address and the network that asked; see {@link MailboxKeys}. */
  @Personal('hashed') @PrimaryColumn({ type: 'text' }) recipientKey: string;
  @Column({ type: 'integer' }) mails: number;
  @Column({ type: 'timestamptz', precision: 3 }) windowEndsAt: Date;
}
