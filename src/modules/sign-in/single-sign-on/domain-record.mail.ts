import { renderMail } from '../../../platform/mail/mail-layout';
import type { MailTemplate } from '../../../platform/mail/mailer';

/** The content of the e-mail about a domain whose DNS record is gone. */
export interface DomainRecordLetter {
  readonly domain: string;
  /** When the domain will not be proven any more; null when it is not from now on. */
  readonly endsAt: Date | null;
  /** The settings in the dashboard. */
  readonly link: string;
}

export const DOMAIN_RECORD_MAIL: MailTemplate<DomainRecordLetter> = {
  name: 'sso-domain-record',
  render: ({ domain, endsAt, link }) =>
    renderMail({
      subject: 'The DNS record of {{domain}} is gone',
      paragraphs: [
        'Hello,',
        'the DNS record that proves that {{domain}} belongs to your organization is not there any more.',
        endsAt === null
          ? 'So nobody with an address of {{domain}} can sign in with your organization now, and the sessions that began that way have ended.'
          : 'If it is not there again on {{endsOn}}, nobody with an address of {{domain}} will be able to sign in with your organization.',
        'The settings show the record as it must be: its name, and what it contains.',
      ],
      values: { domain, endsOn: endsAt?.toISOString().slice(0, 10) ?? null },
      action: { label: 'Look at single sign-on', url: link },
    }),
};
