import { renderMail } from '../../../platform/mail/mail-layout';
import type { MailTemplate } from '../../../platform/mail/mailer';

/** The content of the e-mail that asks for a confirmation. It names nobody: a stranger may have registered. */
interface ConfirmationLetter {
  /** With the token. */
  url: string;
  days: number;
}

export const EMAIL_CONFIRMATION_MAIL: MailTemplate<ConfirmationLetter> = {
  name: 'email-confirmation',
  render: ({ url, days }) =>
    renderMail({
      subject: 'Confirm your e-mail address',
      paragraphs: [
        'Hello,',
        'somebody, most likely you, registered an account with this e-mail address. Please confirm that it is yours.',
        'The link works for {{days}} days; a newer message of this kind makes this one void.',
        'If it was not you, please do not confirm: ignore this message, and the account stays unconfirmed. Choosing a new ' +
          'password for it ("Forgot your password?") makes it yours and shuts everybody else out.',
      ],
      values: { days },
      action: { label: 'Confirm this address', url },
    }),
};
