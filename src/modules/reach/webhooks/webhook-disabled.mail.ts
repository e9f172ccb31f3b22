import { wordsFor } from '../../../kernel/languages/languages';
import { renderMail } from '../../../platform/mail/mail-layout';
import type { MailTemplate } from '../../../platform/mail/mailer';

/** The content of the e-mail about an endpoint that was disabled. */
interface DisabledLetter {
  /** The URL's host: the rest may be secret. */
  readonly host: string;
  readonly days: number;
  /** The endpoint in the dashboard. */
  readonly link: string;
  /** Its language. */
  readonly locale: string;
}

export const WEBHOOK_DISABLED_MAIL: MailTemplate<DisabledLetter> = {
  name: 'webhook-disabled',
  render: ({ host, days, link, locale }) => {
    const { language, account } = wordsFor(locale);
    const { hello, webhookDisabled } = account.letters;
    const { subject, why, next, button } = webhookDisabled;
    return renderMail({
      language,
      subject,
      paragraphs: [hello, why, next],
      values: { host, days },
      action: { label: button, url: link },
    });
  },
};
