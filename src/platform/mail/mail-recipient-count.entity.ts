import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How many mails an address got within an hour that somebody only claims to have. */
@Entity({ name: 'mail_recipient_counts' })
export class MailRecipientCount {
  /** Of the address, or of the address and the network that asked; see {@link MailboxKeys}. */
  @PrimaryColumn({ type: 'text' }) recipientKey: string;
  @Column({ type: 'integer' }) mails: number;
  @Column({ type: 'timestamptz', precision: 3 }) windowEndsAt: Date;
}
