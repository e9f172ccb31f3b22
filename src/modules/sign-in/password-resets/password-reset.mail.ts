import { wordsFor } from '../../../kernel/languages/languages';
import { renderMail } from '../../../platform/mail/mail-layout';
import type { MailTemplate } from '../../../platform/mail/mailer';

/** The content of the e-mail to somebody who forgot their password. */
interface PasswordResetLetter {
  /**
   * Null when the account may not be the reader's: a stranger may have made it with their address, and chosen its name.
   */
  name: string | null;
  /** With the token. */
  url: string;
  minutes: number;
  /** Its language. */
  locale: string;
}

export const PASSWORD_RESET_MAIL: MailTemplate<PasswordResetLetter> = {
  name: 'password-reset',
  render: ({ name, url, minutes, locale }) => {
    const { language, account } = wordsFor(locale);
    const { hello, helloName, reset } = account.letters;
    return renderMail({
      language,
      subject: reset.subject,
      paragraphs: [
        name === null ? hello : helloName,
        reset.asked,
        reset.link,
        ...(name === null ? [reset.unconfirmed] : []),
      ],
      values: { name, minutes },
      action: { label: reset.button, url },
    });
  },
};
