import { wordsFor } from '../../../kernel/languages/languages';
import { renderMail } from '../../../platform/mail/mail-layout';
import type { MailTemplate } from '../../../platform/mail/mailer';

/** The content of the e-mail about a pause. */
interface PauseLetter {
  readonly organization: string;
  readonly tried: number;
  readonly refused: number;
  /** Its language. */
  readonly locale: string;
}

/** To the Admins of an organization whose e-mail is paused. */
export const MAIL_PAUSED_MAIL: MailTemplate<PauseLetter> = {
  name: 'mail-paused',
  render: ({ organization, tried, refused, locale }) => {
    const { language, account } = wordsFor(locale);
    const { hello, mailPaused } = account.letters;
    const { subject, why, waits, cannotWait } = mailPaused;
    return renderMail({
      language,
      subject,
      paragraphs: [hello, why, waits, cannotWait],
      values: { organization, tried, refused },
    });
  },
};
