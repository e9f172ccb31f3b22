import { wordsFor } from '../../../kernel/languages/languages';
import { renderMail } from '../../../platform/mail/mail-layout';
import type { MailTemplate } from '../../../platform/mail/mailer';

/** The content of the e-mail that asks for a confirmation. It names nobody: a stranger may have registered. */
interface ConfirmationLetter {
  /** With the token. */
  url: string;
  days: number;
  /** Its language. */
  locale: string;
}

export const EMAIL_CONFIRMATION_MAIL: MailTemplate<ConfirmationLetter> = {
  name: 'email-confirmation',
  render: ({ url, days, locale }) => {
    const { language, confirmation } = wordsFor(locale);
    const { subject, hello, please, link, notYou, confirm } = confirmation;
    return renderMail({
      language,
      subject,
      paragraphs: [hello, please, link, notYou],
      values: { days },
      action: { label: confirm, url },
    });
  },
};
