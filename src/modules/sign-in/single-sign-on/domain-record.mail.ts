import { wordsFor } from '../../../kernel/languages/languages';
import { renderMail } from '../../../platform/mail/mail-layout';
import type { MailTemplate } from '../../../platform/mail/mailer';

/** The content of the e-mail about a domain whose DNS record is gone. */
interface DomainRecordLetter {
  readonly domain: string;
  /** When the domain will not be proven any more; null when it is not from now on. */
  readonly endsAt: Date | null;
  /** The settings in the dashboard. */
  readonly link: string;
  /** Its language. */
  readonly locale: string;
}

export const DOMAIN_RECORD_MAIL: MailTemplate<DomainRecordLetter> = {
  name: 'sso-domain-record',
  render: ({ domain, endsAt, link, locale }) => {
    const { language, account } = wordsFor(locale);
    const { hello, domainRecord } = account.letters;
    const { subject, gone, ended, willEnd, settings, button } = domainRecord;
    return renderMail({
      language,
      subject,
      paragraphs: [hello, gone, endsAt === null ? ended : willEnd, settings],
      values: { domain, endsOn: endsAt?.toISOString().slice(0, 10) ?? null },
      action: { label: button, url: link },
    });
  },
};
