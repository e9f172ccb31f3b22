import { wordsFor } from '../../../kernel/languages/languages';
import { renderMail } from '../../../platform/mail/mail-layout';
import type { MailTemplate } from '../../../platform/mail/mailer';
import type { Ended } from '../../../platform/revocation/revocations';

/** The content of the e-mail about what a stranger may have left in an account. */
interface ClaimedLetter {
  ended: Ended;
  /** Its language. */
  locale: string;
}

export const ACCOUNT_CLAIMED_MAIL: MailTemplate<ClaimedLetter> = {
  name: 'account-claimed',
  render: ({ ended, locale }) => {
    const { language, account } = wordsFor(locale);
    const { hello, claimed } = account.letters;
    const counts = [...ended].map(([what, count]) => `${claimed.ended[what]}: ${count}.`).join('\n');
    return renderMail({ language, subject: claimed.subject, paragraphs: [hello, claimed.shown, counts, claimed.next] });
  },
};
