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
}

export const PASSWORD_RESET_MAIL: MailTemplate<PasswordResetLetter> = {
  name: 'password-reset',
  render: ({ name, url, minutes }) =>
    renderMail({
      subject: 'Choose a new password',
      paragraphs: [
        name === null ? 'Hello,' : 'Hello {{name}},',
        'somebody, most likely you, asked for a new password for your account.',
        'The link is good for {{minutes}} minutes and works once; a newer message of this kind makes this one void. If ' +
          'it was not you, you need not do anything: your password stays as it is.',
        ...(name === null
          ? [
              'Nobody has confirmed yet that the account of this e-mail address is yours, so somebody else may have used it. ' +
                'A new password therefore ends all that could let them in: sessions, API keys, passkeys, authenticator app ' +
                'and recovery codes, changes of the address that wait, and in organizations that were founded with the ' +
                'account all keys, webhooks, invitations, other members, reply-to address and logo. A message will name ' +
                'what there was.',
            ]
          : []),
      ],
      values: { name, minutes },
      action: { label: 'Choose a new password', url },
    }),
};
