import type { SendMailOptions } from 'nodemailer';
import type { MailContent } from './mail-layout';

/** A mailbox as it stands in a header. */
export interface Mailbox {
  readonly name?: string | null;
  readonly address: string;
}

/** One message to one person. */
export interface OutgoingMail {
  readonly id: string;
  readonly to: Mailbox;
  readonly content: StoredContent;
  /** When it was handed in, ISO 8601. */
  readonly createdAt: string;
}

/** What is kept of a message until it is done with. */
export interface StoredContent extends MailContent {
  readonly listUnsubscribeUrl?: string;
}

/** Carries messages out of the service. */
export interface MailTransport {
  /**
   * Hands one message over. The same message may be handed over again, by another replica too.
   *
   * @throws MailFailure and nothing else
   */
  deliver(mail: OutgoingMail): Promise<void>;
  /** Cuts off what is under way; it fails. */
  close(): void;
}

export const MAIL_TRANSPORT = Symbol('MailTransport');

/** A message could not be handed over. `reason` is for the operator: it never repeats anything of the message. */
export class MailFailure extends Error {
  constructor(
    readonly reason: string,
    /** Whether trying again is of no use. */
    readonly permanent: boolean,
  ) {
    super(reason);
  }
}

/**
 * The message in nodemailer's terms. Everything that identifies it is the same at each attempt, Message-ID and date
 * above all, so that a receiver can tell a repeated message (RFC 5322, 3.6.4).
 */
export function compose(mail: OutgoingMail, from: Mailbox): SendMailOptions {
  const { subject, text, html, listUnsubscribeUrl } = mail.content;
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1);
  return {
    messageId: `<${mail.id}@${domain}>`,
    date: new Date(mail.createdAt),
    from: mailbox(from),
    to: [mailbox(mail.to)],
    subject,
    text,
    html,
    headers: {
      // Vacation responders leave it alone (RFC 3834, 5).
      'Auto-Submitted': 'auto-generated',
      ...(listUnsubscribeUrl !== undefined && { 'List-Unsubscribe': `<${listUnsubscribeUrl}>` }),
    },
    newline: 'windows',
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

function mailbox({ name, address }: Mailbox): { name: string; address: string } {
  return { name: name ?? '', address };
}
