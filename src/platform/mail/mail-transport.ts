import type { SendMailOptions } from 'nodemailer';
import type { MailContent } from './mail-layout';
import type { Throttle } from './mail-throttle';

/** A mailbox in a header. */
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
  /** The name that a customer chose to send it under; the address stays the service's. It is marked: see {@link compose}. */
  readonly fromName?: string | null;
  /** Where replies go. */
  readonly replyTo?: string | null;
  /** What it puts into its reader's calendar (iMIP, RFC 6047). */
  readonly calendar?: { readonly method: 'REQUEST' | 'CANCEL'; readonly text: string };
}

/** The parts of a message that are stored until it is finished. */
interface StoredContent extends MailContent {
  /** Where a person can unsubscribe (RFC 2369), for mail that goes to many. */
  readonly listUnsubscribeUrl?: string;
  /** Whether a POST to that address is enough, so that mail programs can offer a button (RFC 8058). */
  readonly oneClickUnsubscribe?: true;
}

/** Carries messages out of the service. */
export interface MailTransport {
  /** Whether a message that is handed over again replaces the first one, so that its recipient gets it once. */
  readonly repeatable: boolean;
  /**
   * Hands one message over. The same message may be handed over again, by another replica too.
   *
   * @param beforeTheEnd called when all of the message but its end is handed over. The message is not delivered while
   *   this is pending, nor if it rejects
   * @throws MailFailure and nothing else
   */
  deliver(mail: OutgoingMail, beforeTheEnd?: () => Promise<void>): Promise<void>;
  /** Cuts off what is under way; it fails. */
  close(): void;
}

export const MAIL_TRANSPORT = Symbol('MailTransport');
/** A separate transport for mail to many, so that the service's mail to single people never waits behind it. */
export const BULK_MAIL_TRANSPORT = Symbol('BulkMailTransport');

/** A message could not be handed over. */
export class MailFailure extends Error {
  constructor(
    /** For the operator: it may name their network, and never repeats anything of the message. */
    readonly reason: string,
    /** Whether trying again is of no use. */
    readonly permanent: boolean,
    /** Whether the message may have arrived all the same: it was sent in full, but the server's reply did not come. */
    readonly outcomeUnknown = false,
    /** The part of the reason that callers of the API may see. */
    readonly codes = reason,
    /** Set where the server asks to wait, which says nothing of this message. */
    readonly throttle: Throttle | null = null,
  ) {
    super(reason);
  }
}

/**
 * The message in nodemailer's terms. Everything that identifies it is the same at each attempt, Message-ID and date
 * above all, so that a receiver can recognize a repeated message (RFC 5322, 3.6.4). Headers show their text as it was
 * typed: an encoded word (RFC 2047) in it is broken up, or mail programs would show what is hidden in it. A sender's name
 * that a customer chose says through whom it comes, so that nobody takes it for whomever it names: "Alps via Tours".
 */
export function compose(mail: OutgoingMail, from: Mailbox): SendMailOptions {
  const { subject, text, html, listUnsubscribeUrl, oneClickUnsubscribe } = mail.content;
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1);
  return {
    messageId: `<${mail.id}@${domain}>`,
    date: new Date(mail.createdAt),
    from: mailbox({
      name: mail.fromName ? `${mail.fromName} via ${from.name || domain}` : from.name,
      address: from.address,
    }),
    ...(mail.replyTo && { replyTo: [mailbox({ address: mail.replyTo })] }),
    to: [mailbox(mail.to)],
    subject: withoutEncodedWords(subject),
    text,
    html,
    ...(mail.calendar !== undefined && {
      icalEvent: { method: mail.calendar.method, filename: 'event.ics', content: mail.calendar.text },
    }),
    headers: {
      // Vacation responders leave it alone (RFC 3834, 5).
      'Auto-Submitted': 'auto-generated',
      ...(listUnsubscribeUrl !== undefined && { 'List-Unsubscribe': `<${listUnsubscribeUrl}>` }),
      ...(oneClickUnsubscribe && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
    },
    newline: 'windows',
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

function mailbox({ name, address }: Mailbox): { name: string; address: string } {
  return { name: withoutEncodedWords(name ?? ''), address };
}

/**
 * The start of an encoded word: `=?utf-8?B?`. Mail programs decode it between quotation marks and half finished, too.
 */
const ENCODED_WORD = /=\?(?=[^?]*\?[bq]\?)/gi;

function withoutEncodedWords(text: string): string {
  return text.replace(ENCODED_WORD, '= ?');
}
